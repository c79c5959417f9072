; Guile's (web uri), asked as measure.py says.
(use-modules (web uri) (ice-9 rdelim))

(define (answer text)
  (let ((uri (string->uri-reference text)))
    (if uri (string-append "=" (uri->string uri)) "!")))

(setlocale LC_ALL "C.UTF-8")
(set-port-encoding! (current-input-port) "UTF-8")
(set-port-encoding! (current-output-port) "UTF-8")
(let loop ((line (read-line)))
  (unless (eof-object? line)
    (display (catch #t (lambda () (answer (cadr (string-split line #\tab)))) (lambda _ "!")))
    (newline)
    (loop (read-line))))
