// PHP's Uri\Rfc3986\Uri, or Uri\WhatWg\Url by the argument WhatWg, asked as measure.py says.
import { getPHPLoaderModule } from "@php-wasm/node-8-5";
import { PHP, loadPHPRuntime } from "@php-wasm/universal";
import { readFileSync, writeFileSync } from "node:fs";

const CODE = String.raw`<?php
$rfc = IS_RFC;
function uri($text) { global $rfc; return $rfc ? new Uri\Rfc3986\Uri($text) : new Uri\WhatWg\Url($text); }
function raw($uri) { global $rfc; return $rfc ? $uri->toRawString() : $uri->toAsciiString(); }
function answer($operation, $text, $second = "") {
  return match ($operation) {
    "resolve" => raw(uri($text)->resolve($second)),
    "normalize" => uri($text)->toString(),
    "to-iri" => uri($text)->toUnicodeString(),
    "version" => PHP_VERSION,
    default => raw(uri($text)),
  };
}
foreach (file("/in", FILE_IGNORE_NEW_LINES) as $line) {
  try { echo "=" . answer(...explode("\t", $line)) . "\n"; } catch (Throwable $e) { echo "!\n"; }
}`;

const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
php.writeFile("/in", readFileSync(0));
const { text } = await php.run({ code: CODE.replace("IS_RFC", process.argv[2] !== "WhatWg") });
writeFileSync(1, text);
process.exit(0);
