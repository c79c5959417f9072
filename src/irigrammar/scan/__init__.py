"""The scan of documents: files, decoding, judgement, ignores, baselines, fixes."""
