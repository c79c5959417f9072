<?php
// Reads a text per line, in hexadecimal UTF-8; writes what parse_url reads: host:port in hexadecimal, or -. Without a
// scheme it looks for the port in the path, too (//h/a:80/b), where it is not.
while (($line = fgets(STDIN)) !== false) {
    $read = parse_url(hex2bin(rtrim($line)));
    $host = $read['host'] ?? '';
    $port = isset($read['scheme']) ? $read['port'] ?? '' : '';
    echo $host === '' ? '-' : bin2hex($host . ':' . $port), "\n";
}
