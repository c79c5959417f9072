# urltools, asked as measure.py says.
suppressMessages(library(urltools))

input <- file("stdin", encoding = "UTF-8")
open(input)
while (length(line <- readLines(input, n = 1, encoding = "UTF-8")) > 0) {
  parts <- strsplit(line, "\t", fixed = TRUE)[[1]]
  text <- if (length(parts) > 1) parts[2] else ""
  cat("=", if (parts[1] == "to-uri") puny_encode(text) else puny_decode(url_decode(text)), "\n", sep = "")
}
