/* arguments: --type unmarked */
struct unmarked { int n; double d; };
struct other { int n; };
