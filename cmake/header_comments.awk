# Reads the comments of public headers. It is combined with another script that says what becomes of them: that has the
# functions put_text(), put_row(), put_item(), put_shown() and so on, which put_comment() calls.
#
# A row of a table of parameters is indented, and has a name, two or more spaces, and its description, which may go on in
# lines that are indented further, and begins there if the names fill the line. "- " begins an item of a list, which may go on in indented lines. Other indented lines
# are shown as they are. A paragraph that begins with "Errors:" is a section of its own.

# Returns the first sentence of the comment in `lines`, without the dot.
function summary(   i, text) {
    for (i = 1; i <= n_lines && lines[i] != ""; ++i)
        text = text (text == "" ? "" : " ") lines[i]
    if (match(text, /[.:] /))
        text = substr(text, 1, RSTART - 1)
    sub(/[.:]$/, "", text)
    return text
}

# Splits a row of a table into `row_name` and `row_text`. Returns 0 if the line is none.
function split_row(line) {
    if (!match(line, /^ +/) || RLENGTH > 4)
        return 0
    line = substr(line, RLENGTH + 1)
    if (!match(line, /  +/))
        return 0
    row_name = substr(line, 1, RSTART - 1)
    row_text = substr(line, RSTART + RLENGTH)
    if (match(row_text, /^(in\/out|in|out)  +/)) {
        row_name = row_name " (" substr(row_text, 1, RLENGTH)
        sub(/ +$/, ")", row_name)
        row_text = substr(row_text, RLENGTH + 1)
    }
    return row_name ~ /^[a-zA-Z_][a-zA-Z0-9_, ()\/]*$/
}

function set_part(next_part) {
    if (part != next_part && part != "")
        end_part(part)
    if (part != next_part && next_part != "")
        begin_part(next_part)
    part = next_part
}

# Puts the comment: its parts are text, tables, lists, and what is shown as it is.
function put_comment(   i, line) {
    part = ""
    for (i = 1; i <= n_lines; ++i) {
        line = lines[i]
        if (line ~ /^ +[a-z_]+(, [a-z_]+)+$/ && lines[i + 1] ~ /^ +(in\/out|in|out)  /)
            line = line " " lines[++i]
        if (line == "") {
            if (part != "shown" || lines[i + 1] !~ /^ /)
                set_part("")
            put_end_of_paragraph()
        } else if (part != "shown" && line !~ /^ *- / && split_row(line)) {
            set_part("table")
            put_row(row_name, row_text)
        } else if (line ~ /^ *- / && part != "shown") {
            set_part("list")
            sub(/^ *- +/, "", line)
            put_item(line)
        } else if ((part == "table" || part == "list") && line ~ /^ /) {
            sub(/^ +/, "", line)
            put_text(line)
        } else if (line ~ /^ /) {
            set_part("shown")
            put_shown(line)
        } else if (line ~ /^Errors: /) {
            set_part("")
            put_errors(substr(line, 9))
        } else {
            set_part("text")
            put_text(line)
        }
    }
    set_part("")
}
