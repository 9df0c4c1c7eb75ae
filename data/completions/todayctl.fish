function __todayctl_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __todayctl_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __todayctl_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __todayctl_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __todayctl_parse_tokens -S
    set -l unparsed_tokens (__todayctl_tokens -pc)
    switch $unparsed_tokens[1]
    case 'todayctl'
        __todayctl_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'list'
            __todayctl_parse_subcommand 0 'json' 'version' 'h/help'
        case 'show'
            __todayctl_parse_subcommand 1 'json' 'properties' 'version' 'h/help'
        case 'update'
            __todayctl_parse_subcommand 1 'version' 'h/help'
        case 'watch'
            __todayctl_parse_subcommand 0 'version' 'h/help'
        case 'today'
            __todayctl_parse_subcommand 0 'once' 'version' 'h/help'
        case 'demo'
            __todayctl_parse_subcommand 0 'once' 'version' 'h/help'
        case 'push'
            __todayctl_parse_subcommand 2 'version' 'h/help'
        case 'set-has-content'
            __todayctl_parse_subcommand 2 'version' 'h/help'
        case 'arrange'
            __todayctl_parse_subcommand -r 1 'none' 'version' 'h/help'
        case 'register'
            __todayctl_parse_subcommand 1 'name=' 'description=' 'icon=' 'app=' 'version' 'h/help'
        case 'unregister'
            __todayctl_parse_subcommand 1 'version' 'h/help'
        case 'open'
            __todayctl_parse_subcommand 2 'activation-token=' 'version' 'h/help'
        case 'validate'
            __todayctl_parse_subcommand -r 1 'json' 'version' 'h/help'
        case 'help'
            __todayctl_parse_subcommand -r 1 'version'
        end
    end
end

function __todayctl_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __todayctl_parse_subcommand -S -a positional_count
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

function __todayctl_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __todayctl_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__todayctl_tokens -p)
    if test -z "$(__todayctl_tokens -t)"
        set -l index (count (__todayctl_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'todayctl' -f
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'list' -d 'Lists all widgets: the arranged ones in their order, then the others.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'show' -d 'Shows one widget as text.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'update' -d 'Has a widget updated now, and tells how it went.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'watch' -d 'Prints every change as one JSON object a line, for programs.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'today' -d 'Shows the Today view in the terminal, and keeps it current.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'demo' -d 'Starts a center with the example widgets, and shows their Today view.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'push' -d 'Gives a widget new content, and prints its revision.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'set-has-content' -d 'Hides a widget that has nothing to show, or shows it again.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'arrange' -d 'Prints the arranged widgets in order, or replaces them.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'register' -d 'Adds a widget that scripts fill with \'todayctl push\'.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'unregister' -d 'Removes a widget that was added with \'todayctl register\' or by a program.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'open' -d 'Opens a URL for a widget, as a tap on it would.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'validate' -d 'Checks manifests, as the center reads them.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl list" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl list" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl show" -eq 1' -fka '(__todayctl_custom_completion ---completion show -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl show" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl show" properties' -l 'properties' -d 'Print all properties.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl show" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl update" -eq 1' -fka '(__todayctl_custom_completion ---completion update -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl update" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl update" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl watch" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl today" once' -l 'once' -d 'Print the view once.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl today" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl today" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl demo" once' -l 'once' -d 'Print the view once, when all widgets have content.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl demo" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl demo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl push" -eq 1' -fka '(__todayctl_custom_completion ---completion push -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl set-has-content" -eq 1' -fka '(__todayctl_custom_completion ---completion set-has-content -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl set-has-content" -eq 2' -fka 'true false'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl set-has-content" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl set-has-content" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl arrange" -ge 1' -fka '(__todayctl_custom_completion ---completion arrange -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl arrange" none' -l 'none' -d 'Show none.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl arrange" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl arrange" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl register" -eq 1' -fka '(__todayctl_custom_completion ---completion register -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" name' -l 'name' -d 'The name that panels show; the identifier if none is given.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" description' -l 'description' -d 'A sentence about the widget.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" icon' -l 'icon' -d 'A theme icon.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" app' -l 'app' -d 'The application it belongs to, a desktop file id.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl unregister" -eq 1' -fka '(__todayctl_custom_completion ---completion unregister -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl unregister" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl unregister" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl open" -eq 1' -fka '(__todayctl_custom_completion ---completion open -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl open" activation-token' -l 'activation-token' -d 'Lets the program that opens it come to the front.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl open" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl open" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl validate" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl validate" -ge 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'widget\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl validate" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl validate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl help" version' -l 'version' -d 'Show the version.'
