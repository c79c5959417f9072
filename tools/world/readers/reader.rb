# Reads a text per line, in hexadecimal UTF-8; writes what URI.parse reads: host:port in hexadecimal, or -.
require "uri"
STDIN.each_line do |line|
  begin
    read = URI.parse([line.chomp].pack("H*").force_encoding("UTF-8"))
    puts read.host.to_s.empty? ? "-" : "#{read.host}:#{read.port}".unpack1("H*")
  rescue StandardError
    puts "-"
  end
end
