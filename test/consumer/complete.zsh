# Types the beginnings of command lines and a tab into an interactive zsh, and compares what they become. Where zsh looks
# for completions, those of AutoMap must be installed.
#
#   zsh -f complete.zsh
zmodload zsh/zpty
failed=0

# expect TYPED LINE: fails if the line is not LINE within ten seconds.
expect() {
    local shown= part= end=$((SECONDS + 10))
    zpty -w -n shell "$1"$'\t'
    until [[ $shown == *$2* ]]; do
        if (( SECONDS > end )); then
            print -r -- "'$1' becomes '${(V)shown}', not '$2'"
            failed=1
            break
        fi
        zpty -r -t shell part && shown+=${part//$'\a'} || sleep 0.1
    done
    zpty -w -n shell $'\C-u'
}

zpty shell zsh -f -i
zpty -w shell 'PROMPT=; autoload -Uz compinit; compinit -u -D; print read''y'
until [[ ${started-} == *ready* ]]; do zpty -r shell started; done

expect 'automap --form' 'automap --format='
expect 'automap --format=sv' 'automap --format=svg '
expect 'automap --cost-model=m' 'automap --cost-model=mpi '
expect 'automap exp' 'automap explain '
expect 'automap inspect --v' 'automap inspect --values='
expect 'automap-run --dry' 'automap-run --dry-run '
expect 'automap-run --mpi=o' 'automap-run --mpi=openmpi '
expect 'automap-check --mode=a' 'automap-check --mode=abort '
expect 'automap-run automap-ch' 'automap-run automap-check '
exit $failed
