# Completes command lines by the installed scripts, as bash does, and compares what is offered.
#
#   bash complete.bash <prefix of the installation>
automap=$1/bin/automap
. "$1/share/bash-completion/completions/automap" || exit
. "$1/share/bash-completion/completions/automap-run" || exit
cd "$(mktemp -d)" && mkdir include && touch particle.h include/cell.h || exit

# complete_words WORD...: sets `offered`. Bash splits words at "=".
complete_words() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    COMP_LINE=$* COMP_LINE=${COMP_LINE// = /=} COMP_LINE=${COMP_LINE% =} COMP_POINT=${#COMP_LINE}
    case $1 in
        automap) _automap ;;
        *) _automap_launch "$1" 2>/dev/null ;; # no terminal, about which bash-completion complains
    esac
    offered=$(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | xargs)
}

failed=0
# expect_of COMMAND OFFERED WORD...
expect_of() {
    complete_words "$1" "${@:3}"
    [ "$offered" = "$2" ] || { echo "$1 ${*:3}: offered are '$offered', not '$2'" && failed=1; }
}
expect() { expect_of automap "$@"; }

expect --format= --form
expect "--select= --show-tree --skip-included --suffix= --system-headers" --s
expect "mpi papers" --cost-model =
expect mpi --cost-model = m
expect mpi --cost-model m
expect svg --format = sv
expect "explain" exp
expect "" p.h exp
expect "include particle.h" p.h ""
expect "include/cell.h" include/
expect particle.h -o pa
expect include -p ""
expect -Iinclude particle.h -Iinc
expect "" --suffix = ""
expect --values= inspect --v

# All options that --help shows, but --help-list.
complete_words automap -
wanted=$("$automap" --help | grep -v -e --help-list | sed -n 's/^  \(--*[a-zA-Z-]*=\{0,1\}\).*/\1/p' | LC_ALL=C sort | xargs)
[ "$offered" = "$wanted" ] || { echo "all options: offered are '$offered', not '$wanted'" && failed=1; }

# The other commands' scripts call functions of the package bash-completion.
if [ -e /usr/share/bash-completion/bash_completion ]; then
    . /usr/share/bash-completion/bash_completion
    PATH=$1/bin:$PATH
    expect_of automap-run "--mpi=" --mp
    expect_of automap-run "mpich openmpi" --mpi = ""
    expect_of automap-check abort --mode = a
    expect_of automap-check "--mode=abort --mode=off --mode=warn" --mode
    expect_of automap-run include --report = inc
    expect_of automap-run "$1/bin/automap-check" --mpi = mpich "$1/bin/automap-c"
    complete_words automap-run --
    wanted=$(automap-run --help | grep -o -- '^ *--[a-z-]*=\{0,1\}' | xargs printf '%s\n' --version | LC_ALL=C sort -u | xargs)
    [ "$offered" = "$wanted" ] || { echo "all options: offered are '$offered', not '$wanted'" && failed=1; }
fi
exit $failed
