# Completions of dbus-codegen for bash.
_dbus_codegen() {
    local word=${COMP_WORDS[COMP_CWORD]}
    case ${COMP_WORDS[COMP_CWORD-1]} in
        --access) COMPREPLY=($(compgen -W 'internal package public' -- "$word")) ;;
        --interface | --destination | --path | --prefix | --name | --struct | --type | --async) ;;
        -o | --output | --options | --shared-options) COMPREPLY=($(compgen -f -- "$word")) ;;
        *)
            COMPREPLY=($(compgen -W '--client --service --main-actor --properties --interface --access --output --destination --path --prefix --name --struct --type --async --options --shared-options --session --system --version --help' -- "$word"))
            COMPREPLY+=($(compgen -d -- "$word") $(compgen -f -X '!*.xml' -- "$word"))
            ;;
    esac
}

complete -o filenames -F _dbus_codegen dbus-codegen
