"""Programs from outside, one file each; a reader that needs one says what to install when it is not there."""
