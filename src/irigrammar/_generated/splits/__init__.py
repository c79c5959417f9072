"""The states that usual texts lead to."""
