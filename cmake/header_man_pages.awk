# Makes manual pages of a public C header: one of its first comment, with the header's name, and one of each comment that
# stands before functions, with the first one's name; the others' pages refer to it.
#
#   awk -v header=autolink/autolink.h -v folder=man3 -v release=1.0 -f header_comments.awk -f header_man_pages.awk autolink.h
#
# Comments are /* … */ whose lines begin with " * ". Headers of C++ come from cxx_declarations.awk; their pages are called
# autolink::send.3.

function escaped(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return text
}

# Returns the escaped text with what stands between backticks in a font: parameters in italics, all else in bold.
function in_fonts(text,   out, code) {
    text = escaped(text)
    while (match(text, /`[^`]*`/)) {
        code = substr(text, RSTART + 1, RLENGTH - 2)
        out = out substr(text, 1, RSTART - 1) (code ~ /^[a-z][a-z_0-9]*$/ ? "\\fI" : "\\fB") code "\\fR"
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

function put_line(text) { print (text ~ /^[.']/ ? "\\&" : "") text > page }
function put(text) { put_line(escaped(text)) }

# For header_comments.awk.
function put_text(text) { put_line(in_fonts(text)) }
function put_shown(text) { put(text) }
function put_row(name, text) { print ".TP" > page; put(name); put_text(text) }
function put_item(text) { print ".IP \\(bu 2" > page; put_text(text) }
function put_errors(text) { print ".SH ERRORS" > page; put_text(text) }
function put_end_of_paragraph() { print ".PP" > page }
function begin_part(which) { if (which == "shown") print ".nf" > page }
function end_part(which) { if (which == "shown") print ".fi" > page }

function begin_page(name, others) {
    page = folder "/" name ".3"
    printf ".TH %s 3 \"\" \"AutoMap %s\" \"Library calls\"\n.SH NAME\n%s \\- ", name, release, name others > page
}

# Writes the pages of a comment and the declarations after it.
function end_block(   i, text, names, n_names, rest, others, known) {
    rest = ""
    for (i = 1; i <= n_declared; ++i)
        rest = rest declared[i] "\n"
    n_names = 0
    text = rest
    if (is_cxx)
        for (i = 1; i <= n_declared; ++i) {
            if (match(declared[i], /^class [a-z_]+/))
                text = "autolink::" substr(declared[i], 7, RLENGTH - 6)
            else if (match(declared[i], /[a-z_]+\(/))
                text = "autolink::" substr(declared[i], RSTART, RLENGTH - 1)
            else
                continue
            if (!(text in known))
                names[++n_names] = text
            known[text]
        }
    else if (rest !~ /template|typedef|enum|struct [A-Za-z_]* \{/)
        while (match(text, /A[LM]_[A-Z][A-Za-z_]*\(/)) {
            if (substr(text, RSTART, RLENGTH) != "AL_ROOT(")
                names[++n_names] = substr(text, RSTART, RLENGTH - 1)
            text = substr(text, RSTART + RLENGTH)
        }
    if (n_names > 0 && n_lines > 0) {
        others = ""
        for (i = 2; i <= n_names; ++i)
            others = others ", " names[i]
        begin_page(names[1], others)
        put_text(summary())
        printf ".SH SYNOPSIS\n.nf\n#include <%s>\n\n", header > page
        for (i = 1; i <= n_declared; ++i) {
            if (declared[i + 1] ~ /^ *AL_ROOT/) # stands alone in a line
                declared[i] = declared[i] ";"
            gsub(/ *AL_ROOT\([^)]*\)/, "", declared[i])
            if (declared[i] !~ /^ *;$/)
                put(declared[i])
        }
        printf ".fi\n.SH DESCRIPTION\n" > page
        put_comment()
        printf ".SH SEE ALSO\n.BR %s (3)\n", overview > page
        close(page)
        for (i = 2; i <= n_names; ++i) {
            print ".so man3/" names[1] ".3" > (folder "/" names[i] ".3")
            close(folder "/" names[i] ".3")
        }
        n_lines = 0
    }
    n_declared = 0 # a comment before a type also describes the functions after it
}

BEGIN {
    overview = header
    sub(/.*\//, "", overview)
    sub(/\.h$/, "", overview)
    is_first = 1
    is_cxx = header ~ /\.hpp$/
}

{ sub(/[ \t]+$/, "") }

/^\/\*/ {
    end_block()
    n_lines = 0
    in_comment = 1
    sub(/^\/\*+ ?/, "")
}

in_comment {
    is_end = sub(/ *\*\/.*$/, "")
    sub(/^ ?\* ?/, "")
    if ($0 != "" || (n_lines > 0 && !is_end))
        lines[++n_lines] = $0
    if (is_end) {
        in_comment = 0
        if (is_first) {
            begin_page(overview, "")
            put_text(summary())
            printf ".SH SYNOPSIS\n#include <%s>\n.SH DESCRIPTION\n", header > page
            put_comment()
            close(page)
            n_lines = is_first = 0
        }
    }
    next
}

/^$/ || (/^#/ && !/^#define/) {
    end_block()
    next
}

{
    declared[++n_declared] = $0
    declared[n_declared + 1] = ""
}

END { end_block() }
