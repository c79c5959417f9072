# Ruby's URI, or Addressable by the argument, asked as measure.py says.
is_addressable = ARGV[0] == "Addressable"
require is_addressable ? "addressable/uri" : "uri"
KIND = is_addressable ? Addressable::URI : URI
NORMAL = ->(text) { KIND.parse(text).normalize }
WRITE = ->(text) { KIND.parse(text) }
ANSWERS = {
  "version" => ->(_) { RUBY_VERSION },
  "resolve" => ->(base, text) { KIND.join(base, text) },
  "normalize" => NORMAL,
  "write" => WRITE,
  "to-uri" => is_addressable ? NORMAL : WRITE,
  "to-iri" => ->(text) { KIND.parse(text).display_uri },
  "relativize" => ->(base, target) { KIND.parse(target).route_from(base) },
}

STDIN.set_encoding("UTF-8")
STDIN.each_line(chomp: true) do |line|
  operation, *texts = line.split("\t", -1)
  puts begin
    "=#{ANSWERS[operation].call(*texts)}"
  rescue StandardError
    "!"
  end
end
