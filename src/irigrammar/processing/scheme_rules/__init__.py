"""Requirements of scheme specifications, by ABNF and by prose."""
