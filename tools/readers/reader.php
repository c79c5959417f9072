<?php
// Reads a text per line, in hexadecimal UTF-8; writes what parse_url reads: host:port in hexadecimal, or -. Its port 0 is
// none: it reads it from the path of //h/a:0, and nobody connects to it.
while (($line = fgets(STDIN)) !== false) {
    $read = parse_url(hex2bin(rtrim($line)));
    $host = $read['host'] ?? '';
    echo $host === '' ? '-' : bin2hex($host . ':' . ($read['port'] ?? '' ?: '')), "\n";
}
