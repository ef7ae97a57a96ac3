# Doxygen's input filter for public headers: turns their comments into Doxygen's.
#
#   awk -f header_comments.awk -f doxygen_headers.awk autolink.h
#
# Comments are /* … */ whose lines begin with " * ", lines with "///", and at the beginning of a file lines with "//".
# Each function after a comment gets it. A comment that nothing follows belongs to the file.

# Returns the text with what Doxygen would take for commands made harmless, except between backquotes.
function escaped(text,   parts, n, i, out) {
    n = split(text, parts, "`")
    for (i = 1; i <= n; ++i) {
        if (i % 2 == 1 || i == n) {
            gsub(/[\\@<>#%*&]/, "\\\\&", parts[i])
            gsub(/::/, "\\::", parts[i])
        }
        out = out (i == 1 ? "" : index(parts[i - i % 2], "'") ? "``" : "`") parts[i]
    }
    return out
}

function put(text) { comment = comment text "\n" }

# For header_comments.awk.
function put_text(text) { put(escaped(text)) }
function put_shown(text) { put(text) }
function put_row(name, text) { put((is_row++ ? "</td></tr>" : "") "<tr><td>`" name "`</td><td>" escaped(text)) }
function put_item(text) { put((is_row++ ? "</li>" : "") "<li>" escaped(text)) }
function put_errors(text) { put("\\par Errors\n" escaped(text)) }
function put_end_of_paragraph() { put("") }
function begin_part(which) {
    is_row = 0
    put(which == "table" ? "<table>" : which == "list" ? "<ul>" : which == "shown" ? "\\code{.cpp}" : "")
}
function end_part(which) {
    put(which == "table" ? "</td></tr></table>" : which == "list" ? "</li></ul>" : which == "shown" ? "\\endcode" : "")
}

# Sets `comment` to Doxygen's form of the comment in `lines`.
function convert() {
    comment = ""
    put_comment()
}

# Returns how many braces and parentheses are open after a line.
function depth_after(line,   opened, closed) {
    gsub(/"[^"]*"|'[{}()]'|\/[\/*].*/, "", line)
    opened = gsub(/[{(]/, "", line)
    closed = gsub(/[})]/, "", line)
    return depth + opened - closed
}

# Prints the comment, as one of the file if that is all.
function print_comment(of_file) { printf "/**%s\n%s*/\n", of_file ? " \\file" : "", comment }

# Takes a line of code. The comment is printed before each declaration up to the next empty line.
function take_code(line) {
    if (line ~ /^[ \t]*$/ || (line ~ /^#/ && line !~ /^#define/)) {
        if (n_lines > 0 && !has_declared && !is_kept) {
            convert()
            print_comment(1)
            n_lines = 0
        }
        is_kept = has_declared && !has_function # a comment before a type also describes the functions after it
        if (has_function)
            n_lines = 0
        has_declared = has_function = is_within = 0
    } else if (n_lines > 0 && !is_within && (!has_declared || line ~ /\(|^template/) && (!is_kept || line ~ /^[^#].*\(/)) {
        convert()
        print_comment(0)
        has_declared = is_within = 1
        has_function = has_function || (line ~ /\(/ && line !~ /^(#|typedef)/)
        first_depth = depth
    }
    depth = depth_after(line)
    if (is_within && depth <= first_depth && (line ~ /[;,}]$/ || line ~ /[;,] *\/\*/ || line ~ /^#define.*[^\\]$/))
        is_within = 0
    if (line ~ /[^ \t].*\/\*[^*]/ && line !~ /\*\/.*[^ \t]$/ || line ~ /[;,] *\/\* [^\/]*\*\/$/)
        sub(/\/\*+/, "/**<", line)
    in_trailing = line ~ /\/\*/ && line !~ /\*\//
    print line
}

function end_comment() {
    in_comment = 0
    if (is_first) {
        convert()
        print_comment(1)
        n_lines = is_first = 0
    }
}

BEGIN { is_first = 1 }

{ sub(/[ \t]+$/, "") }

in_trailing {
    print
    in_trailing = !/\*\//
    next
}

!in_comment && (/^ *\/\*/ && !is_within || /^ *\/\/\// || (is_first && /^\/\//)) {
    if (n_lines > 0 && !has_declared && !is_kept && !in_lines) {
        convert()
        print_comment(1)
    }
    if (!in_lines)
        n_lines = has_declared = has_function = is_within = is_kept = 0
    if (/^ *\/\//) {
        in_lines = 1
        sub(/^ *\/\/+ ?/, "")
        lines[++n_lines] = $0
        next
    }
    in_comment = 1
    sub(/^ *\/\*+ ?/, "")
}

in_lines {
    in_lines = 0
    end_comment()
}

in_comment {
    is_end = sub(/ *\*\/.*$/, "")
    sub(/^ *\* ?/, "")
    if ($0 != "" || (n_lines > 0 && !is_end))
        lines[++n_lines] = $0
    if (is_end)
        end_comment()
    next
}

{ take_code($0) }
