; PURI, asked as measure.py says.
(require :asdf)
(asdf:load-system :puri)
(setf sb-impl::*default-external-format* :utf-8)

(defun cut (line) (let ((tab (position #\Tab line))) (if tab (cons (subseq line 0 tab) (cut (subseq line (1+ tab)))) (list line))))

(defun answer (operation text &optional second)
  (flet ((shown (uri) (format nil "=~a" uri)))
    (cond ((string= operation "resolve") (shown (puri:merge-uris (puri:parse-uri second) (puri:parse-uri text))))
          ((string= operation "relativize") (shown (puri:enough-uri (puri:parse-uri second) (puri:parse-uri text))))
          (t (shown (puri:parse-uri text))))))

(let ((in (sb-sys:make-fd-stream 0 :external-format :utf-8 :buffering :full))
      (out (sb-sys:make-fd-stream 1 :output t :external-format :utf-8 :buffering :line)))
  (loop for line = (read-line in nil) while line
        do (write-line (handler-case (apply #'answer (cut line)) (error () "!")) out)
           (force-output out)))
