and = { $left } et { $right }
