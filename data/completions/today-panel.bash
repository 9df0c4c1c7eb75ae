# Completions of today-panel for bash.
_today_panel() {
    local words='--show --hide --pin --autostart --preview --watch --dark --rtl --version --help'
    [ "${COMP_WORDS[COMP_CWORD - 1]}" = --autostart ] && words='on off'
    if [ "${COMP_WORDS[COMP_CWORD - 1]}" = --preview ]; then
        COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
        return
    fi
    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}

complete -o filenames -F _today_panel today-panel
