# Reads mpi_calls.table, for the scripts of its users. For each call, row(version, name, large) is called: the first
# version of MPI that has it, its name without "MPI_", and whether this is the form for large counts. The n parameters
# are then in declared[], with their C types, and in name[], and buffers have "in", "out" or "inout" in buffer[]; `serves`
# is the last column. title(text) is called for each title.

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

# Returns the C declaration of the parameter with this name. Sets plain_name to it, without the type that may follow.
function declaration(word, large,   count, displacement, bytes, type, part) {
    if (split(word, part, ":") == 2) {
        word = plain_name = part[1]
        type = part[2]
        gsub(/~/, " ", type)
        return match(type, /\[/) ? substr(type, 1, RSTART - 1) " " word substr(type, RSTART) : type " " word
    }
    count = large ? "MPI_Count " : "int "
    displacement = large ? "MPI_Aint " : "int "
    bytes = large ? "MPI_Count " : "MPI_Aint "
    if (word ~ /^(request_count|partitions|dest|source|root|tag|sendtag|recvtag|target_rank|rank|color|key)$/) return "int " word
    if (word ~ /^(ndims|order|reorder|assertion)$/) return "int " word
    if (word == "disp_unit") return (large ? "MPI_Aint " : "int ") word
    if (word ~ /^(blocklength|stride)$/) return count word
    if (word ~ /^(stride_in_bytes|lower_bound|extent)$/) return bytes word
    if (word ~ /^(blocklengths|displacements|sizes|subsizes|starts)$/) return "const " count word "[]"
    if (word == "displacements_in_bytes") return "const " bytes word "[]"
    if (word == "partition_count") return "automap::mpi::PartitionCount " word
    if (word ~ /^external_(in|out)size$/) return (large ? "MPI_Count " : "MPI_Aint ") word
    if (word == "external_position") return (large ? "MPI_Count *" : "MPI_Aint *") word
    if (word ~ /(count|insize|outsize)$/ && word != "done_count") return count word
    if (word == "position") return count "*" word
    if (word ~ /^(send|recv)counts$/) return "const " count word "[]"
    if (word ~ /displs_in_bytes$/) return "const MPI_Aint " word "[]"
    if (word ~ /displs$/) return "const " displacement word "[]"
    if (word ~ /^new_type$/) return "MPI_Datatype *" word
    if (word ~ /types$/) return "const MPI_Datatype " word "[]"
    if (word ~ /type$/) return "MPI_Datatype " word
    if (word ~ /^(flag|index|done_count)$/) return "int *" word
    if (word == "indices") return "int " word "[]"
    if (word == "request" || word == "message" || word == "status") return "MPI_" toupper(substr(word, 1, 1)) substr(word, 2) " *" word
    if (word == "one_request") return "MPI_Request " word
    if (word == "given_requests") return "const MPI_Request " word "[]"
    if (word == "requests") return "MPI_Request " word "[]"
    if (word == "statuses") return "MPI_Status " word "[]"
    if (word ~ /^new_(comm|errhandler|file|group|op|win)$/) return "MPI_" toupper(substr(word, 5, 1)) substr(word, 6) " *" word
    if (word == "offset") return "MPI_Offset " word
    if (word == "target_disp") return "MPI_Aint " word
    if (word == "datarep") return "const char *" word
    if (word ~ /^(comm|errhandler|file|group|info|op|win)$/) return "MPI_" toupper(substr(word, 1, 1)) substr(word, 2) " " word
    print "mpi_calls.table: what is the parameter " word "?" > "/dev/stderr"
    exit 1
}

# Sets the parameters from the words of the second column.
function set_parameters(text, large,   words, i, word, mark) {
    n = split(text, words, " ")
    for (i = 1; i <= n; ++i) {
        word = words[i]
        mark = substr(word, 1, 1)
        buffer[i] = mark == "<" ? "in" : mark == ">" ? "out" : mark == "=" ? "inout" : ""
        if (buffer[i] != "")
            word = substr(word, 2)
        plain_name = word
        declared[i] = buffer[i] == "in" ? "const void *" word : buffer[i] != "" ? "void *" word : declaration(word, large)
        name[i] = plain_name
    }
}

function list(values, comma,   i, text) {
    for (i = 1; i <= n; ++i)
        text = text (i > 1 || comma ? ", " : "") values[i]
    return text
}

# Returns how the data of a collective call are named, from the parameter with this number on, a buffer.
function form_of(i) {
    return name[i + 1] !~ /counts$/ ? "one" : name[i + 3] ~ /types$/ ? "typed" : "varying"
}

# Returns the data of a collective call, as a call of the function that is named like their form.
function blocks(i,   j, text) {
    for (j = i + 1; j < i + (form_of(i) == "one" ? 3 : 4); ++j)
        text = text ", " name[j]
    return form_of(i) "(" name[i] text ")"
}

# Returns `text`, a function, for MPI libraries that have the call. AUTOMAP_MPI_4_CALLS is in mpi/base/mpi_version.h.
function guarded(text, version, call,   guard) {
    guard = call ~ /_c$/ ? "MPI_VERSION >= 4" : version == 4 ? "AUTOMAP_MPI_4_CALLS" : \
        version == 4.1 ? "MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)" : version == 1 ? "defined(MPICH)" : ""
    return guard == "" ? text : "#if " guard "\n" text "#endif\n"
}

/^ *#|^ *$/ { next }
/^==/ { title(trim(substr($0, 3))); next }
{
    if (split($0, columns, "|") != 3) {
        print "mpi_calls.table: this row has no three columns: " $0 > "/dev/stderr"
        exit 1
    }
    number = split(trim(columns[1]), names, " ")
    version = names[1] ~ /^[0-9]/ ? names[1] : 3
    first = names[1] ~ /^[0-9]/ ? 2 : 1
    text = trim(columns[2])
    has_large = sub(/^\[c\] */, "", text)
    serves = trim(columns[3])
    for (call = first; call <= number; ++call)
        for (large = 0; large <= has_large; ++large) {
            set_parameters(text, large)
            row(version, names[call] (large ? "_c" : ""), large)
        }
}
