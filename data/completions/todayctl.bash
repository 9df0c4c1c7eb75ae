#!/bin/bash

__todayctl_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__todayctl_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__todayctl_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__todayctl_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_todayctl() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=(--host -H)
    __todayctl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--host'|'-H')
        return
        ;;
    esac

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    today|list|show|explain|watch|bar|limits|demo|update|action|tap|open|mode|arrange|add|remove|move|settings|options|instance|restore|export|import|remote|register|unregister|push|serve|has-content|group|script|validate|lint|preview|new|help)
        # Offer subcommand argument completions
        "_todayctl_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'today list show explain watch bar limits demo update action tap open mode arrange add remove move settings options instance restore export import remote register unregister push serve has-content group script validate lint preview new help' -- "${cur}"))
        ;;
    esac
}

_todayctl_today() {
    repeating_flags=()
    non_repeating_flags=(--once --json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_show() {
    repeating_flags=()
    non_repeating_flags=(--json --properties --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion show -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_explain() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion explain -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_watch() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_bar() {
    repeating_flags=()
    non_repeating_flags=(--icons --names --summary --once --locked --background --version -h --help)
    repeating_options=()
    non_repeating_options=(--format --separator --max-length --only --wait --event)
    __todayctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __todayctl_add_completions -W 'waybar'$'\n''i3bar'$'\n''polybar'$'\n''genmon'$'\n''lemonbar'$'\n''text'$'\n''json'$'\n''panel'
        return
        ;;
    '--separator')
        return
        ;;
    '--max-length')
        return
        ;;
    '--only')
        __todayctl_add_completions -W 'attention'$'\n''failed'$'\n''attention,failed'
        return
        ;;
    '--wait')
        return
        ;;
    '--event')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion bar -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_limits() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_demo() {
    repeating_flags=()
    non_repeating_flags=(--sample --examples --terminal --once --json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_update() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion update -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_action() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--type --activation-token --desktop-startup-id --node --revision)
    __todayctl_offer_flags_options 3

    # Offer option value completions
    case "${prev}" in
    '--type')
        return
        ;;
    '--activation-token')
        return
        ;;
    '--desktop-startup-id')
        return
        ;;
    '--node')
        return
        ;;
    '--revision')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion action -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion action -- positional@1 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_tap() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--button)
    __todayctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--button')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion tap -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_open() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--activation-token)
    __todayctl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--activation-token')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion open -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_mode() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 2

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion mode -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __todayctl_add_completions -W 'compact'$'\n''expanded'
        return
        ;;
    esac
}

_todayctl_arrange() {
    repeating_flags=()
    non_repeating_flags=(--none --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--expected)
    __todayctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--expected')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion arrange -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_add() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--before --after --to)
    __todayctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--before')
        __todayctl_add_words "$(__todayctl_custom_complete ---completion add -- --before "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    '--after')
        __todayctl_add_words "$(__todayctl_custom_complete ---completion add -- --after "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion add -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_remove() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion remove -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_move() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--before --after --to)
    __todayctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--before')
        __todayctl_add_words "$(__todayctl_custom_complete ---completion move -- --before "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    '--after')
        __todayctl_add_words "$(__todayctl_custom_complete ---completion move -- --after "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion move -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_settings() {
    repeating_flags=()
    non_repeating_flags=(--reset-all --json --version -h --help)
    repeating_options=(--reset)
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--reset')
        __todayctl_add_words "$(__todayctl_custom_complete ---completion settings -- --reset "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion settings -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion settings -- positional@1 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_options() {
    repeating_flags=()
    non_repeating_flags=(--reset-all --json --version -h --help)
    repeating_options=(--reset)
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--reset')
        __todayctl_add_completions -W 'Size'$'\n''UpdateInterval'$'\n''Paused'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion options -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion options -- positional@1 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_instance() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|remove)
        # Offer subcommand argument completions
        "_todayctl_instance_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add remove' -- "${cur}"))
        ;;
    esac
}

_todayctl_instance_add() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion instance add -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion instance add -- positional@1 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_instance_remove() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion instance remove -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_restore() {
    repeating_flags=()
    non_repeating_flags=(--list --delete --all --json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion restore -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_export() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_import() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --merge --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_completions -o plusdirs -fX '!*.@(json)'
        return
        ;;
    esac
}

_todayctl_remote() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|list|remove|check|test)
        # Offer subcommand argument completions
        "_todayctl_remote_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add list remove check test' -- "${cur}"))
        ;;
    esac
}

_todayctl_remote_add() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1
}

_todayctl_remote_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_remote_remove() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion remote remove -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_remote_check() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_remote_test() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion remote test -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_register() {
    repeating_flags=()
    non_repeating_flags=(--transient --version -h --help)
    repeating_options=(--app-group)
    non_repeating_options=(--manifest --name --description --icon --app --category --update-interval --arranged --exec --bus-name --object-path --memory-max --content --has-content --display-mode --largest-display-mode --preferred-height --margins --next-update --error --error-kind --attention --badge --updated-at)
    __todayctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--manifest')
        __todayctl_add_completions -o plusdirs -fX '!*.@(widget)'
        return
        ;;
    '--name')
        return
        ;;
    '--description')
        return
        ;;
    '--icon')
        return
        ;;
    '--app')
        return
        ;;
    '--category')
        return
        ;;
    '--update-interval')
        return
        ;;
    '--app-group')
        __todayctl_add_words "$(__todayctl_custom_complete ---completion register -- --app-group "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    '--arranged')
        __todayctl_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--exec')
        return
        ;;
    '--bus-name')
        return
        ;;
    '--object-path')
        return
        ;;
    '--memory-max')
        return
        ;;
    '--content')
        return
        ;;
    '--has-content')
        __todayctl_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--display-mode')
        __todayctl_add_completions -W 'compact'$'\n''expanded'
        return
        ;;
    '--largest-display-mode')
        __todayctl_add_completions -W 'compact'$'\n''expanded'
        return
        ;;
    '--preferred-height')
        return
        ;;
    '--margins')
        return
        ;;
    '--next-update')
        return
        ;;
    '--error')
        return
        ;;
    '--error-kind')
        __todayctl_add_completions -W 'app'$'\n''unreachable'
        return
        ;;
    '--attention')
        __todayctl_add_completions -W 'none'$'\n''badge'$'\n''alert'
        return
        ;;
    '--badge')
        return
        ;;
    '--updated-at')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion register -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_unregister() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion unregister -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_push() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--text)
    non_repeating_options=(--file --changes --progress --image --has-content --display-mode --largest-display-mode --preferred-height --margins --next-update --error --error-kind --attention --badge --updated-at)
    __todayctl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--file')
        __todayctl_add_completions -f
        return
        ;;
    '--changes')
        return
        ;;
    '--text')
        return
        ;;
    '--progress')
        return
        ;;
    '--image')
        __todayctl_add_completions -o plusdirs -fX '!*.@(png)'
        return
        ;;
    '--has-content')
        __todayctl_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--display-mode')
        __todayctl_add_completions -W 'compact'$'\n''expanded'
        return
        ;;
    '--largest-display-mode')
        __todayctl_add_completions -W 'compact'$'\n''expanded'
        return
        ;;
    '--preferred-height')
        return
        ;;
    '--margins')
        return
        ;;
    '--next-update')
        return
        ;;
    '--error')
        return
        ;;
    '--error-kind')
        __todayctl_add_completions -W 'app'$'\n''unreachable'
        return
        ;;
    '--attention')
        __todayctl_add_completions -W 'none'$'\n''badge'$'\n''alert'
        return
        ;;
    '--badge')
        return
        ;;
    '--updated-at')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion push -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_serve() {
    repeating_flags=()
    non_repeating_flags=(--transient --replace --version -h --help)
    repeating_options=(--app-group)
    non_repeating_options=(--manifest --name --description --icon --app --category --update-interval --arranged --on-update --on-settings --on-action --on-mode --on-appear --on-disappear --timeout --has-content --display-mode --largest-display-mode --preferred-height --margins --next-update --error --error-kind --attention --badge --updated-at)
    __todayctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--manifest')
        __todayctl_add_completions -o plusdirs -fX '!*.@(widget)'
        return
        ;;
    '--name')
        return
        ;;
    '--description')
        return
        ;;
    '--icon')
        return
        ;;
    '--app')
        return
        ;;
    '--category')
        return
        ;;
    '--update-interval')
        return
        ;;
    '--app-group')
        __todayctl_add_words "$(__todayctl_custom_complete ---completion serve -- --app-group "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    '--arranged')
        __todayctl_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--on-update')
        __todayctl_add_completions -W "$(eval 'compgen -c')"
        return
        ;;
    '--on-settings')
        return
        ;;
    '--on-action')
        return
        ;;
    '--on-mode')
        return
        ;;
    '--on-appear')
        return
        ;;
    '--on-disappear')
        return
        ;;
    '--timeout')
        return
        ;;
    '--has-content')
        __todayctl_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--display-mode')
        __todayctl_add_completions -W 'compact'$'\n''expanded'
        return
        ;;
    '--largest-display-mode')
        __todayctl_add_completions -W 'compact'$'\n''expanded'
        return
        ;;
    '--preferred-height')
        return
        ;;
    '--margins')
        return
        ;;
    '--next-update')
        return
        ;;
    '--error')
        return
        ;;
    '--error-kind')
        __todayctl_add_completions -W 'app'$'\n''unreachable'
        return
        ;;
    '--attention')
        __todayctl_add_completions -W 'none'$'\n''badge'$'\n''alert'
        return
        ;;
    '--badge')
        return
        ;;
    '--updated-at')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion serve -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_has-content() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 2

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion has-content -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __todayctl_add_completions -W 'true'$'\n''false'
        return
        ;;
    esac
}

_todayctl_group() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|get|set|remove|watch)
        # Offer subcommand argument completions
        "_todayctl_group_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list get set remove watch' -- "${cur}"))
        ;;
    esac
}

_todayctl_group_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_group_get() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 2

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion group get -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion group get -- positional@1 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_group_set() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--file)
    __todayctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--file')
        __todayctl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion group set -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion group set -- positional@1 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_group_remove() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion group remove -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion group remove -- positional@1 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_group_watch() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion group watch -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_script() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|remove|list|check|run|vars|import)
        # Offer subcommand argument completions
        "_todayctl_script_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add remove list check run vars import' -- "${cur}"))
        ;;
    esac
}

_todayctl_script_add() {
    repeating_flags=()
    non_repeating_flags=(--copy --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_completions -f
        return
        ;;
    esac
}

_todayctl_script_remove() {
    repeating_flags=()
    non_repeating_flags=(--delete --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion script remove -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_script_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0
}

_todayctl_script_check() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_completions -f
        return
        ;;
    esac
}

_todayctl_script_run() {
    repeating_flags=()
    non_repeating_flags=(--watch --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_completions -f
        return
        ;;
    esac
}

_todayctl_script_vars() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--unset)
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--unset')
        __todayctl_add_words "$(__todayctl_custom_complete ---completion script vars -- --unset "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion script vars -- positional@0 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __todayctl_add_words "$(__todayctl_custom_complete ---completion script vars -- positional@1 "${COMP_CWORD}" "$(__todayctl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_todayctl_script_import() {
    repeating_flags=()
    non_repeating_flags=(--force --dry-run --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 2

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_completions -W 'waybar'
        return
        ;;
    2)
        __todayctl_add_completions -f
        return
        ;;
    esac
}

_todayctl_validate() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_completions -o plusdirs -fX '!*.@(widget)'
        return
        ;;
    esac
}

_todayctl_lint() {
    repeating_flags=()
    non_repeating_flags=(--json --conformance --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __todayctl_add_completions -o plusdirs -fX '!*.@(json)'
        return
        ;;
    esac
}

_todayctl_preview() {
    repeating_flags=()
    non_repeating_flags=(--watch --dark --rtl --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __todayctl_add_completions -o plusdirs -fX '!*.@(json)'
        return
        ;;
    esac
}

_todayctl_new() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    widget)
        # Offer subcommand argument completions
        "_todayctl_new_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'widget' -- "${cur}"))
        ;;
    esac
}

_todayctl_new_widget() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--path --identifier --package)
    __todayctl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--path')
        __todayctl_add_completions -d
        return
        ;;
    '--identifier')
        return
        ;;
    '--package')
        __todayctl_add_completions -d
        return
        ;;
    esac
}

_todayctl_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __todayctl_offer_flags_options -1

    case "${COMP_CWORD}:${COMP_WORDS[2]}" in
    2:*)
        COMPREPLY+=($(IFS=$' \n' compgen -W 'today list show explain watch bar limits demo update action tap open mode arrange add remove move settings options instance restore export import remote register unregister push serve has-content group script validate lint preview new' -- "${cur}"))
        ;;
    3:instance)
        COMPREPLY+=($(IFS=$' \n' compgen -W 'add remove' -- "${cur}"))
        ;;
    3:remote)
        COMPREPLY+=($(IFS=$' \n' compgen -W 'add list remove check test' -- "${cur}"))
        ;;
    3:group)
        COMPREPLY+=($(IFS=$' \n' compgen -W 'list get set remove watch' -- "${cur}"))
        ;;
    3:script)
        COMPREPLY+=($(IFS=$' \n' compgen -W 'add remove list check run vars import' -- "${cur}"))
        ;;
    3:new)
        COMPREPLY+=($(IFS=$' \n' compgen -W 'widget' -- "${cur}"))
        ;;
    esac
}

# Adds lines as they are: compgen -W would run the commands in them.
__todayctl_add_words() {
    local word
    while IFS='' read -r word; do
        [[ -n "${word}" && "${word}" == "${cur}"* ]] && COMPREPLY+=("${word}")
    done <<<"${1}"
}

# Completes words as todayctl has them, with '='.
_todayctl_words() {
    local rest="${COMP_LINE}" word
    local -a words=()
    local -i index place=0
    for index in "${!COMP_WORDS[@]}"; do
        word="${COMP_WORDS[index]}"
        if [[ "${#words[@]}" -eq 0 || "${rest}" == [[:space:]]* ]]; then
            rest="${rest#"${rest%%[![:space:]]*}"}"
            words+=("${word}")
        else
            words[${#words[@]} - 1]+="${word}"
        fi
        rest="${rest#"${word}"}"
        [[ "${index}" -eq "${COMP_CWORD}" ]] && place="$((${#words[@]} - 1))"
    done
    local -a COMP_WORDS=("${words[@]}")
    local -i COMP_CWORD="${place}"
    _todayctl "${1}" "${words[place]}" "${words[place - 1]}"
    # Only what is behind the last '=' is replaced.
    word="${words[place]%"${words[place]##*=}"}"
    [[ "${COMP_WORDBREAKS}" == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"${word}"}")
    # A value follows a '=', and no blank.
    [[ " ${COMPREPLY[*]} " == *'= '* ]] && compopt +o filenames -o nospace
}

complete -o filenames -F _todayctl_words todayctl
