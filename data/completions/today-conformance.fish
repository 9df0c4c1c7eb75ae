function __today-conformance_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __today-conformance_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __today-conformance_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __today-conformance_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __today-conformance_parse_tokens -S
    set -l unparsed_tokens (__today-conformance_tokens -pc)
    switch $unparsed_tokens[1]
    case 'today-conformance'
        __today-conformance_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'content'
            __today-conformance_parse_subcommand -r 1 'skip=+' 'rule=+' 'list' 'cases=' 'version' 'h/help'
        case 'center'
            __today-conformance_parse_subcommand -r 1 'skip=+' 'rule=+' 'list' 'cases=' 'version' 'h/help'
        case 'provider'
            __today-conformance_parse_subcommand -r 2 'skip=+' 'rule=+' 'list' 'cases=' 'version' 'h/help'
        case 'panel'
            __today-conformance_parse_subcommand 0 'skip=+' 'rule=+' 'list' 'cases=' 'start=' 'dump=' 'activate=' 'version' 'h/help'
        case 'help'
            __today-conformance_parse_subcommand -r 1 'version'
        end
    end
end

function __today-conformance_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __today-conformance_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __today-conformance_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __today-conformance_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__today-conformance_tokens -p)
    if test -z "$(__today-conformance_tokens -t)"
        set -l index (count (__today-conformance_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'today-conformance' -f
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance" version' -l 'version' -d 'Show the version.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_positional "today-conformance" -eq 1' -fa 'content' -d 'Tests a program that reads content.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_positional "today-conformance" -eq 1' -fa 'center' -d 'Tests a center.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_positional "today-conformance" -eq 1' -fa 'provider' -d 'Tests the provider of a widget.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_positional "today-conformance" -eq 1' -fa 'panel' -d 'Tests a panel.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_positional "today-conformance" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance content"' -l 'skip' -d 'Skip this rule; may be repeated.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance content"' -l 'rule' -d 'Test only this rule; may be repeated.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance content" list' -l 'list' -d 'List the checks without running them.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance content" cases' -l 'cases' -d 'Use this folder \'cases\' of the specification. (default: the installed one)' -rfa '(__today-conformance_complete_directories)'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance content" version' -l 'version' -d 'Show the version.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance content" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance center"' -l 'skip' -d 'Skip this rule; may be repeated.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance center"' -l 'rule' -d 'Test only this rule; may be repeated.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance center" list' -l 'list' -d 'List the checks without running them.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance center" cases' -l 'cases' -d 'Use this folder \'cases\' of the specification. (default: the installed one)' -rfa '(__today-conformance_complete_directories)'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance center" version' -l 'version' -d 'Show the version.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance center" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance provider"' -l 'skip' -d 'Skip this rule; may be repeated.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance provider"' -l 'rule' -d 'Test only this rule; may be repeated.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance provider" list' -l 'list' -d 'List the checks without running them.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance provider" cases' -l 'cases' -d 'Use this folder \'cases\' of the specification. (default: the installed one)' -rfa '(__today-conformance_complete_directories)'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_positional "today-conformance provider" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'widget\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance provider" version' -l 'version' -d 'Show the version.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance provider" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance panel"' -l 'skip' -d 'Skip this rule; may be repeated.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance panel"' -l 'rule' -d 'Test only this rule; may be repeated.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance panel" list' -l 'list' -d 'List the checks without running them.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance panel" cases' -l 'cases' -d 'Use this folder \'cases\' of the specification. (default: the installed one)' -rfa '(__today-conformance_complete_directories)'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance panel" start' -l 'start' -d 'Start the panel with this command.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance panel" dump' -l 'dump' -d 'Print everything that the panel shows with this command.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance panel" activate' -l 'activate' -d 'Tap a node with this command.' -rfka ''
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance panel" version' -l 'version' -d 'Show the version.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance panel" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'today-conformance' -n '__today-conformance_should_offer_completions_for_flags_or_options "today-conformance help" version' -l 'version' -d 'Show the version.'
