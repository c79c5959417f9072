# The driver for Ruby: `ruby ruby.rb PEER RULE` reads one JSON string a line and prints `true` or `false` for each; what
# a peer raises without documenting it is printed as `error` with its name. `ruby ruby.rb --version PEER` prints the
# version, or exits 3 where the peer is not installed.

require "json"
require "uri"

def addressable
  require "addressable/uri"
rescue LoadError
  exit 3
end

PEERS = {
  "control" => [-> { RUBY_VERSION }, -> { ->(text) { text.codepoints.sum.even? } }],
  "URI::RFC3986_Parser" => [
    -> { URI::VERSION },
    -> { ->(text) { URI::RFC3986_Parser::RFC3986_URI.match?(text) } }
  ],
  "URI.parse" => [
    -> { URI::VERSION },
    lambda do
      lambda do |text|
        !URI.parse(text).scheme.nil?
      rescue URI::Error
        false
      end
    end
  ],
  "Addressable::URI" => [
    lambda do
      addressable
      Addressable::VERSION::STRING
    end,
    lambda do
      addressable
      lambda do |text|
        !Addressable::URI.parse(text).scheme.nil?
      rescue Addressable::URI::InvalidURIError
        false
      end
    end
  ]
}.freeze

first, second = ARGV
if first == "--version"
  puts PEERS.fetch(second)[0].call
  exit
end
check = PEERS.fetch(first)[1].call
$stdin.set_encoding(Encoding::UTF_8)
$stdout.sync = true
$stdin.each_line("\n") do |line|
  text = JSON.parse(line)
  answer =
    begin
      check.call(text) ? "true" : "false"
    rescue StandardError => e
      "error #{e.class}"
    end
  $stdout.write("#{answer}\n")
end
