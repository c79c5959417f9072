"""The scan of documents: decoding, checks, ignores, baselines, fixes."""
