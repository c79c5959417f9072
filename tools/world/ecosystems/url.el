;; Emacs's url, asked as measure.py says.
(require 'url)
(set-language-environment "UTF-8")
(setq coding-system-for-read 'utf-8 coding-system-for-write 'utf-8)

(defun answer (operation text &optional second)
  (pcase operation
    ("resolve" (concat "=" (url-expand-file-name second text)))
    ("write" (concat "=" (url-recreate-url (url-generic-parse-url text))))
    ("to-uri" (concat "=" (url-encode-url text)))))

(let (line)
  (while (setq line (ignore-errors (read-from-minibuffer "")))
    (princ (concat (condition-case nil (apply #'answer (split-string line "\t")) (error "!")) "\n"))))
