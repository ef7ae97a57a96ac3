# Turns a public header of C++ into one like those of C, for header_man_pages.awk: comments of "//" and "///" become
# /* … */, and functions lose their bodies. A class becomes a comment, which has its commented functions, too. What has no
# comment, what is in the namespace detail, and structs are left out: those are for generated code.
#
#   awk -f cxx_declarations.awk autolink.hpp

# Returns the name of the function that is declared first.
function name_of_group(   i) {
    for (i = 1; i <= n_declared; ++i)
        if (match(declared[i], /[a-z_]+\(/))
            return substr(declared[i], RSTART, RLENGTH)
    return ""
}

# Ends a comment and the declarations after it. What follows about the same function is joined to it.
function end_group(   i) {
    if (n_lines > 0 && n_declared > 0) {
        if (group == "" || group != name_of_group())
            print_group()
        group = name_of_group()
        for (i = 1; i <= n_lines; ++i)
            text = text (text == "" ? "/* " : i == 1 ? " *\n * " : " * ") lines[i] "\n"
        for (i = 1; i <= n_declared; ++i)
            declarations = declarations declared[i] "\n"
    }
    n_lines = n_declared = 0
}

function print_group() {
    if (text != "")
        print text " */\n" declarations
    text = declarations = group = ""
}

# Adds the member's declarations and comment to those of its class.
function end_member(   i) {
    if (n_member_lines > 0 && n_members > 0) {
        lines[++n_lines] = ""
        for (i = 1; i <= n_members; ++i)
            lines[++n_lines] = "    " members[i]
        lines[++n_lines] = ""
        for (i = 1; i <= n_member_lines; ++i)
            lines[++n_lines] = member_lines[i]
    }
    n_member_lines = n_members = 0
}

# Adds to `depth` the braces that are open after a line.
function count(line,   opened) {
    gsub(/"[^"]*"|'[{}()]'|\/\/.*/, "", line)
    opened = gsub(/{/, "", line)
    depth += opened - gsub(/}/, "", line)
}

# Takes a line of a declaration. Its body is skipped.
function take_code(line,   text, is_end) {
    text = line
    sub(/^ +/, in_class ? "" : "&", text)
    is_end = text ~ /[;{}]$/
    sub(/ : [a-z_]+_\(.*/, ";", text) # what a constructor sets
    sub(/ *{.*/, ";", text)
    if (!is_within)
        begin = in_class ? n_members : n_declared
    is_within = !is_end
    if (line ~ / = delete;|operator=|~|&&other/) {
        in_class ? n_members = begin : n_declared = begin
        return
    }
    if (in_class)
        members[++n_members] = text
    else
        declared[++n_declared] = text
}

BEGIN {
    is_first = 1
    depth = 0
}

{ sub(/[ \t]+$/, "") }

is_first && /^\/\// {
    sub(/^\/\/ ?/, "")
    print (is_begun++ ? " * " : "/* ") $0
    next
}
is_first {
    is_first = 0
    print " */\n"
}

/^namespace autolink {/ { in_namespace = 1; next }
/^} \/\/ namespace autolink/ { end_group(); in_namespace = 0 }
!in_namespace || /^#/ { next }
/^namespace detail {/ { end_group(); in_detail = 1 }
/^} \/\/ namespace detail/ { in_detail = 0; next }
in_detail { next }

skips_until != "" { # in the body of a function
    count($0)
    if (depth <= skips_until)
        skips_until = ""
    next
}

/^ *$/ {
    if (in_class)
        end_member()
    else
        end_group()
    next
}
in_class && /^};/ {
    end_member()
    declared[++n_declared] = in_class ";"
    in_class = depth = 0
    end_group()
    next
}
in_class && /^(public|private|protected):/ { is_public = /^public/; next }

/^ *\/\/\// {
    sub(/^ *\/\/\/ ?/, "")
    if (in_class) {
        if (n_members > 0)
            end_member()
        member_lines[++n_member_lines] = $0
    } else
        lines[++n_lines] = $0
    next
}

!in_class && !is_within && /^(class|struct) [a-z_]+( : [^{]*)? {$/ {
    in_class = $1 " " $2
    is_public = $1 == "struct"
    depth = 0
    next
}

{
    if (in_class ? is_public && n_member_lines > 0 : n_lines > 0 && !/struct [a-z_]+/)
        take_code($0)
    before = depth
    count($0)
    if (depth > before)
        skips_until = before
}

END { print_group() }
