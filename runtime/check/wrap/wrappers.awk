# Writes the checker's wrappers of MPI's functions, of wrapped.table and mpi_calls.table:
#
#   awk -v part=messages -f wrappers.awk -f kinds.awk wrapped.table mpi_calls.table
#
# Writes those below the title `part` of wrapped.table, which tells about its form. With fortran_messages as part, writes
# FORTRAN_MESSAGE(name, parameters, arguments) for each call that sends, receives or matches a message, and with
# fortran_matched for those that match one.

# Returns `text` with each `token` replaced.
function replaced(text, token, by,   i, out) {
    while ((i = index(text, token)) > 0) {
        out = out substr(text, 1, i - 1) by
        text = substr(text, i + length(token))
    }
    return out text
}

function fail(text) {
    print "wrapped.table: " text > "/dev/stderr"
    failed = 1
    exit 1
}

NR == FNR && (/^ *#/ || /^ *$/) { next }
NR == FNR && /^==/ { current = $2; next }
NR == FNR {
    bar = index($0, "|")
    names_so_far = names_so_far " " (bar ? substr($0, 1, bar - 1) : $0)
    if (!bar)
        next
    number_of_names = split(names_so_far, row_names, " ")
    names_so_far = ""
    for (i = 1; i <= number_of_names; ++i) {
        base = row_names[i]
        family = sub(/\+$/, "", base)
        add_served(base, family)
        if (family) {
            add_served("I" tolower(substr(base, 1, 1)) substr(base, 2), 1)
            add_served(base "_init", 1)
        }
    }
    next
}

function add_served(call, family) {
    if (call in text_of)
        fail(call " stands twice")
    text_of[call] = substr($0, bar + 1)
    part_of[call] = current
    is_collective[call] = family
}

function title(text) { section = text }

function has(word,   i) {
    for (i = 1; i <= n; ++i)
        if (name[i] == word)
            return 1
    return 0
}

function fortran_message(version, call,   i, parameters) {
    if (section != "Point to point" || !has("comm") || has("info"))
        return
    if (!has("message") && (part == "fortran_matched" || buffer[1] == ""))
        return
    for (i = 1; i <= n; ++i)
        parameters = parameters (name[i] == "comm" ? "MPI_Fint *" : "void *") name[i] ", "
    printf "%s", guarded("FORTRAN_MESSAGE(" tolower(call) ", (" parameters "void *code), (" list(name, 0) ", code))\n", version, call)
}

function row(version, call, large,   key, text, mpi, made, statements, i, last, body, buffers, number) {
    if (part ~ /^fortran_/) {
        if (!large)
            fortran_message(version, call)
        return
    }
    key = call
    if (!(key in text_of) && large)
        sub(/_c$/, "", key)
    used[key] = 1
    if (part_of[key] != part)
        return
    mpi = "AUTOMAP_MPI_CALL(" call ")(" list(name, 0) ")"
    made = !has("request") ? mpi : is_collective[key] && !has("info") ? "follow_end($call, " mpi ", request)" \
        : "follow_none(" mpi ", request)"
    for (i = 1; i <= n; ++i)
        if (buffer[i] != "")
            buffers[++number] = i
    text = text_of[key]
    if (is_collective[key])
        text = has("request") ? text "; $made" : "const InCall in_call; " text "; finish($mpi(), comm)"
    if (index(text, "$call") || index(made, "$call"))
        body = "  const Call call = AUTOMAP_THIS_CALL(" call ");\n"
    last = split(text, statements, "; ")
    for (i = 1; i <= last; ++i) {
        text = replaced(trim(statements[i]), "$made", made)
        if (index(text, "$sent"))
            text = replaced(replaced(text, "$sent", blocks(buffers[1])), "$received", blocks(buffers[2]))
        text = replaced(text, "$immediate", "PMPI_I" tolower(substr(call, 1, 1)) substr(call, 2))
        text = replaced(replaced(text, "$mpi()", mpi), "$mpi", "[&] { return " mpi "; }")
        text = replaced(replaced(text, "$all", list(name, 0)), "@", large ? "_c" : "")
        body = body "  " (i == last ? "return " : "") replaced(text, "$call", "call") ";\n"
    }
    printf "%s", guarded("AUTOMAP_WRAPPER int MPI_" call "(" list(declared, 0) ") {\n" body "}\n", version, call)
}

END {
    if (!failed)
        for (call in text_of)
            if (part !~ /^fortran_/ && !(call in used)) {
                print "wrapped.table: mpi_calls.table has no " call > "/dev/stderr"
                exit 1
            }
}
