# Completions of today-panel for bash.
_today_panel() {
    local words='--show --hide --pin --autostart --version --help'
    [ "${COMP_WORDS[COMP_CWORD - 1]}" = --autostart ] && words='on off'
    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}

complete -F _today_panel today-panel
