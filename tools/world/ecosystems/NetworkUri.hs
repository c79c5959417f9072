-- network-uri, asked as measure.py says.
import Network.URI
import System.IO

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdin, stdout]
  hSetBuffering stdout LineBuffering
  getContents >>= mapM_ (putStrLn . answer . fields) . lines

fields :: String -> [String]
fields text = case break (== '\t') text of
  (first, _ : rest) -> first : fields rest
  (first, []) -> [first]

answer :: [String] -> String
answer ["resolve", base, text] = maybe "!" shown (relativeTo <$> parseURIReference text <*> parseURIReference base)
answer ["relativize", base, text] = maybe "!" shown (relativeFrom <$> parseURIReference text <*> parseURIReference base)
answer ["write", text] = maybe "!" written (parseURIReference text)
answer ["to-uri", text] = maybe "!" written (parseURIReference text)
answer ["normalize", text]
  | isURIReference text = '=' : (normalizePathSegments . normalizeEscape . normalizeCase) text
  | otherwise = "!"
answer _ = "!"

shown :: URI -> String
shown uri = '=' : show uri

written :: URI -> String
written uri = '=' : uriToString id uri ""
