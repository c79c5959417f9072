<?php
// The driver for PHP: `php php.php PEER RULE` reads one JSON string a line and prints `true` or `false` for each; what a
// peer throws is printed as `error` with its name. `php php.php --version PEER` prints the version.

$peers = [
    'control' => function (string $text): bool {
        $sum = 0;
        foreach (preg_split('//u', $text, -1, PREG_SPLIT_NO_EMPTY) as $char) {
            $sum += unpack('N', iconv('UTF-8', 'UTF-32BE', $char))[1];
        }
        return $sum % 2 === 0;
    },
    'filter_var' => fn (string $text): bool => filter_var($text, FILTER_VALIDATE_URL) !== false,
];

[, $first, $second] = $argv;
if ($first === '--version') {
    echo PHP_VERSION, "\n";
    exit(0);
}
$check = $peers[$first];
while (($line = fgets(STDIN)) !== false) {
    $text = json_decode($line, false, 2, JSON_THROW_ON_ERROR);
    try {
        $answer = $check($text) ? 'true' : 'false';
    } catch (Throwable $error) {
        $answer = 'error ' . get_class($error);
    }
    fwrite(STDOUT, "$answer\n");
}
