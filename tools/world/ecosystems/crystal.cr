# Crystal's URI, asked as measure.py says.
require "uri"

def answer(parts)
  uri = URI.parse(parts[1])
  case parts[0]
  when "resolve" then "=#{uri.resolve(parts[2])}"
  when "relativize" then "=#{uri.relativize(URI.parse(parts[2]))}"
  when "normalize" then "=#{uri.normalize}"
  else "=#{uri}"
  end
rescue
  "!"
end

STDIN.each_line do |line|
  puts answer(line.split('\t'))
end
