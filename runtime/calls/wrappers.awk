# Writes the functions of MPI that the library of automap-run stands before, from mpi_calls.table:
#
#   awk -f wrappers.awk -f kinds.awk mpi_calls.table
#
# Each exists by the name of MPI's and by that of the profiling interface: MPI's functions for Fortran, other languages'
# and other tools call one or the other. If another tool stands between, such as automap-check, MPI's name leads to
# that, which calls the other one. The function automap_own_Send is MPI's own, for this library itself.

BEGIN {
    print "// Made of mpi_calls.table by wrappers.awk. Included by wrappers.cpp."
}

function title(text) { print "\n// " text }

# Returns the kind of a collective call by its name.
function kind_of(call) {
    call = tolower(call)
    gsub(/_init|_c$/, "", call)
    sub(/^ineighbor/, "neighbor", call)
    sub(/^i/, "", call)
    sub(/[vw]$/, "", call)
    return "Collective::Kind::" call
}

# Returns the call of the function template that serves a collective call. Its arguments are what leaves the call to
# MPI, MPI's functions for ordinary and large counts, what is sent and received, and those that follow in MPI's call.
function served_collective(call,   i, second, root, rest, base, request) {
    base = call
    sub(/_c$/, "", base)
    root = "0"
    for (i = 2; i <= n; ++i) {
        if (buffer[i] != "")
            second = i
        if (name[i] ~ /^(root|comm|info)$/)
            rest = rest ", " name[i]
        if (name[i] == "root")
            root = "root"
        if (name[i] == "request")
            request = (serves == "init_collective" ? ", true" : ", false") ", request"
    }
    return (request == "" ? "make_collective" : "start_collective") "<Form::" form_of(1) ", Form::" form_of(second) \
        ">(automap_call, " kind_of(call) ", [&] { return real(" list(name, 0) "); }, AUTOMAP_REAL_SIZES(" base "), " \
        blocks(1) ", " blocks(second) ", " root ", comm" request rest ")"
}

function row(version, call, large,   served, parameters, real, text) {
    if (serves == "-")
        return
    served = serves ~ /collective$/ ? served_collective(call) : serves "(automap_call, real" list(name, 1) ")"
    parameters = n ? list(declared, 0) : "void"
    real = "  static const auto real = real_function<decltype(PMPI_" call ")>(\"PMPI_" call "\");\n"
    text = sprintf("static int run_%s(const Call &automap_call%s) {\n%s", call, list(declared, 1), real)
    text = text sprintf("  return is_off() ? real(%s) : %s;\n}\n", list(name, 0), served)
    text = text sprintf("extern \"C\" int automap_own_%s(%s) {\n%s", call, parameters, real)
    text = text sprintf("  return real(%s);\n}\n", list(name, 0))
    text = text sprintf("AUTOMAP_EXPORTED int PMPI_%s(%s) { return run_%s(AUTOMAP_THIS_CALL(%s)%s); }\n", \
        call, parameters, call, call, list(name, 1))
    text = text sprintf("AUTOMAP_EXPORTED int MPI_%s(%s) {\n", call, parameters)
    text = text sprintf("  static const auto tool = function_of_tool<decltype(PMPI_%s)>(\"MPI_%s\");\n", call, call)
    text = text sprintf("  return tool ? tool(%s) : run_%s(AUTOMAP_THIS_CALL(%s)%s);\n}\n", \
        list(name, 0), call, call, list(name, 1))
    printf "%s", guarded(text, version, call)
}
