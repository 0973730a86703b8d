and = { $left } et { $right }
# Terminaisons d’un nom, pluriel compris, sous lesquelles l’index d’un livre le trouve.
index-endings = s, x, es
