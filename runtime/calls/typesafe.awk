# Writes the calls that automap/typesafe_mpi.h checks, from mpi_calls.table:
#
#   awk -f typesafe.awk -f kinds.awk mpi_calls.table
#
# AUTOMAP_TAG_ONE says which argument of a function is the datatype of which buffer, for each call. The macros of the
# calls, which pass the buffers on as pointers to their elements, follow for typesafe_mpi_calls.h.

BEGIN {
    print "/*\n * MPI's calls whose buffers are checked. Made of MPI's calls in AutoMap's source code, for typesafe_mpi.h.\n */"
}

function title(text) {
    section = text
    heading = "\n/* " text " */\n" # before the first call that is checked
}

# Returns the number of the parameter that is the datatype of the buffer, or 0 if that is not checked.
function type_of(i,   j) {
    if (buffer[i] == "" || name[i] ~ /^(packed_|filebuf)/)
        return 0
    for (j = i + 1; j <= n; ++j)
        if (name[j] ~ /types?$/)
            return name[j] ~ /type$/ ? j : 0
    return 0
}

# Returns the arguments from `first` up to before `end`, which is no buffer.
function some(first, end) {
    if (end > n)
        return "AUTOMAP_FROM_" first "(__VA_ARGS__)"
    if (end == first + 1)
        return "AUTOMAP_" first "(__VA_ARGS__)"
    return "AUTOMAP_" first "_TO_" end - 1 "(__VA_ARGS__)"
}

function row(version, call, large,   i, j, tag, arguments) {
    for (i = 1; i <= n; i = j) {
        j = i + 1
        if (type_of(i)) {
            tag = tag " AUTOMAP_BUFFER(" i ", " type_of(i) ")"
            arguments = arguments ", (" (buffer[i] == "in" ? "AUTOMAP_IN_" : "AUTOMAP_OUT_") i "(__VA_ARGS__))"
        } else {
            while (j <= n && !type_of(j))
                ++j
            arguments = arguments ", " some(i, j)
        }
    }
    if (tag == "")
        return
    tag = guarded("AUTOMAP_TAG_ONE(MPI_" call "," tag ")\n", version, call)
    tags = tags heading (section == "Files" ? "#ifdef MPI_MODE_RDONLY\n" tag "#endif\n" : tag) # an MPI library may lack files
    macros = macros heading "#define MPI_" call "(...) AUTOMAP_CALL_" n "(MPI_" call ", __VA_ARGS__)(" substr(arguments, 3) ")\n"
    heading = ""
}

END {
    printf "#ifdef AUTOMAP_TAG_ONE\n%s\n#else\n\n/* A warning points to the parentheses around a buffer and shows only its line. */\n%s\n#endif\n", tags, macros
}
