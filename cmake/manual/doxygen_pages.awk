# Doxygen's input filter for Markdown pages: headings get labels, and links to other pages lead to these. Links to what
# the manual does not have become text, and comments are left out.
#
#   awk -v top=/path/of/project/ -v headers="automap.h autolink.h" -f doxygen_pages.awk PAGE

# Returns a path below the top without "." and "..".
function normal(path,   parts, n, i, kept, out) {
    n = split(path, parts, "/")
    kept = 0
    for (i = 1; i <= n; ++i)
        if (parts[i] == "..")
            --kept
        else if (parts[i] != "." && parts[i] != "")
            parts[++kept] = parts[i]
    for (i = 1; i <= kept; ++i)
        out = out (i > 1 ? "/" : "") parts[i]
    return out
}

# Returns the label of a page's heading.
function label(page, anchor) {
    gsub(/[^A-Za-z0-9]/, "_", page)
    return page (anchor == "" ? "" : "__" anchor)
}

# Returns what GitHub calls a heading.
function anchor_of(heading) {
    heading = tolower(heading)
    gsub(/[^a-z0-9 _-]/, "", heading)
    gsub(/ /, "-", heading)
    return heading
}

# Returns the file of the manual that is made of a page or header, or "" if there is none.
function html_of(file) {
    if (file ~ /\.md$/)
        return file == "README.md" ? "index.html" : label(file) ".html"
    sub(/.*\//, "", file)
    if ((" " headers " ") !~ (" " file " "))
        return ""
    gsub(/_/, "__", file)
    gsub(/\./, "_8", file)
    return file ".html"
}

# Returns a link in HTML: in those of Doxygen's own, code would not be code.
function link(text, target,   hash, file, html) {
    if (target ~ /^https:/)
        return "[" text "](" target ")"
    hash = index(target, "#")
    file = hash == 1 ? page : normal(folder (hash ? substr(target, 1, hash - 1) : target))
    html = html_of(file)
    if (html == "")
        return text
    return "<a href=\"" html (hash ? "#" label(file, substr(target, hash + 1)) : "") "\">" text "</a>"
}

# Returns the text with HTML's marks of what is bold.
function bold(text) {
    while (sub(/\*\*/, is_bold ? "</b>" : "<b>", text))
        is_bold = !is_bold
    return text
}

# Returns the line with its links and code in Doxygen's form.
function converted(line,   out, text, target, rest) {
    is_bold = 0
    while (match(line, /`[^`]*`|!?\[[^\]`]*(`[^`]*`[^\]`]*)*\]\([^) ]*\)/)) {
        out = out bold(substr(line, 1, RSTART - 1))
        rest = substr(line, RSTART + RLENGTH)
        text = substr(line, RSTART, RLENGTH)
        if (text ~ /^!/) {
            sub(/\(.*\//, "(", text)
        } else if (text ~ /^`/) {
            if (index(text, "'")) # Doxygen ends code in single backquotes there
                text = "`" text "`"
        } else {
            match(text, /\]\([^)]*\)$/)
            target = substr(text, RSTART + 2, RLENGTH - 3)
            text = link(substr(text, 2, RSTART - 2), target)
        }
        out = out text
        line = rest
    }
    return out bold(line)
}

FNR == 1 {
    page = substr(FILENAME, length(top) + 1)
    folder = page
    sub(/[^\/]*$/, "", folder)
}

/^ *```/ {
    in_block = !in_block
    if (in_block && !/```(c|cpp|python|fortran)$/)
        sub(/```.*/, "```{.unparsed}")
    print
    next
}

in_block { print; next }

/^ *<!-- .* -->$/ { print ""; next }

/^#+ / {
    match($0, /^#+ /)
    marks = substr($0, 1, RLENGTH)
    text = substr($0, RLENGTH + 1)
    anchor = anchor_of(text)
    n = seen[anchor]++
    if (marks == "# ") # titles are also shown where HTML is not
        gsub(/`/, "", text)
    print marks text " {#" label(page, marks == "# " && FNR == 1 ? "" : n ? anchor "-" n : anchor) "}"
    next
}

{ print converted($0) }
