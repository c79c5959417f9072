#lang racket/base
; Racket's net/url, asked as measure.py says.
(require net/url racket/string)

(define (answer operation text second)
  (case operation
    [("resolve") (url->string (combine-url/relative (string->url text) second))]
    [else (url->string (string->url text))]))

(for ([line (in-lines)])
  (define parts (string-split line "\t" #:trim? #f))
  (define shown
    (with-handlers ([exn:fail? (lambda (_) "!")])
      (string-append "=" (answer (car parts) (cadr parts) (if (null? (cddr parts)) "" (caddr parts))))))
  (displayln shown)
  (flush-output))
