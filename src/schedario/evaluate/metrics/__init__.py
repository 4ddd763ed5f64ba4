"""One measure a file; ranks start at 1 and None means not found."""
