# Completions of today-panel for bash.
_today_panel() {
    local words='--show --hide --pin --background --autostart --shortcut --side --width --monitor --columns --host --touch --preview --watch --dark --rtl --version --help'
    [ "${COMP_WORDS[COMP_CWORD - 1]}" = --autostart ] && words='on off'
    [ "${COMP_WORDS[COMP_CWORD - 1]}" = --side ] && words='left right automatic'
    [ "${COMP_WORDS[COMP_CWORD - 1]}" = --columns ] && words='1 2 3 4 automatic'
    case "${COMP_WORDS[COMP_CWORD - 1]}" in --width | --monitor) words=automatic ;; esac
    case "${COMP_WORDS[COMP_CWORD - 1]}" in
        -H | --host)
            COMPREPLY=($(compgen -A hostname -- "${COMP_WORDS[COMP_CWORD]}"))
            return
            ;;
    esac
    if [ "${COMP_WORDS[COMP_CWORD - 1]}" = --preview ]; then
        COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
        return
    fi
    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}

complete -o filenames -F _today_panel today-panel
