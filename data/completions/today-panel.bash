# Completions of today-panel for bash.
_today_panel() {
    COMPREPLY=($(compgen -W '--show --hide --pin --version --help' -- "${COMP_WORDS[COMP_CWORD]}"))
}

complete -F _today_panel today-panel
