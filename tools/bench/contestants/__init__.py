"""Those who do a job: irigrammar, and what one would use instead, a module for each job, each loaded when wanted."""
