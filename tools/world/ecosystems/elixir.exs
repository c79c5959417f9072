# Elixir's URI, asked as measure.py says.
shown = fn
  {:ok, uri} -> "=" <> to_string(uri)
  {:error, _} -> "!"
end

answer = fn
  ["resolve", base, text] -> "=" <> to_string(URI.merge(base, text))
  [_, text] -> shown.(URI.new(text))
end

for line <- IO.stream(:stdio, :line) do
  parts = line |> String.trim_trailing("\n") |> String.split("\t")

  IO.puts(
    try do
      answer.(parts)
    rescue
      _ -> "!"
    end
  )
end
