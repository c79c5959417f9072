"""What the kernel converts references by."""
