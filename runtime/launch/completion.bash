# Completion for bash of automap-run and automap-check: the options that their --help lists, and after those the command
# that they run. It takes two functions of the package bash-completion, which loads it.
_automap_launch() {
    local word i options
    for ((i = 1; i < COMP_CWORD; ++i)); do # bash makes three words of --option=value
        [[ ${COMP_WORDS[i]} == -* || ${COMP_WORDS[i]} == = || ${COMP_WORDS[i - 1]} == = ]] || break
    done
    _get_comp_words_by_ref -n = -c word
    if [[ $i -lt $COMP_CWORD || $word != -* ]]; then
        _command_offset "$i"
        return
    fi
    options=$("$1" --help | grep -o '^  --[a-z-]*=\?[a-z]*')
    case $word in
    --library=* | --log=* | --report=*) mapfile -t COMPREPLY < <(compgen -f -- "${word#*=}") ;;
    --mpi=*) mapfile -t COMPREPLY < <(compgen -W "mpich openmpi abi" -- "${word#*=}") ;;
    *=*) mapfile -t COMPREPLY < <(compgen -W "$(sed -n "s/^ *${word%%=*}=//p" <<<"$options")" -- "${word#*=}") ;;
    *)
        mapfile -t COMPREPLY < <(compgen -W "$options --version" -- "$word" | sort -u)
        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
        ;;
    esac
}
complete -F _automap_launch automap-run automap-check
