"""What shows that the kernel in C is right and safe: agreement, fuzzing, sanitizers, leaks and wheels."""
