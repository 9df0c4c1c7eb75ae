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
        case 'today'
            __todayctl_parse_subcommand 0 'once' 'json' 'version' 'h/help'
        case 'list'
            __todayctl_parse_subcommand 0 'json' 'version' 'h/help'
        case 'show'
            __todayctl_parse_subcommand 1 'json' 'properties' 'version' 'h/help'
        case 'explain'
            __todayctl_parse_subcommand 1 'json' 'version' 'h/help'
        case 'watch'
            __todayctl_parse_subcommand 0 'json' 'version' 'h/help'
        case 'bar'
            __todayctl_parse_subcommand -r 1 'format=' 'once' 'wait=' 'locked' 'background' 'event=' 'version' 'h/help'
        case 'limits'
            __todayctl_parse_subcommand 0 'json' 'version' 'h/help'
        case 'demo'
            __todayctl_parse_subcommand 0 'terminal' 'once' 'json' 'version' 'h/help'
        case 'update'
            __todayctl_parse_subcommand 1 'json' 'version' 'h/help'
        case 'action'
            __todayctl_parse_subcommand 3 'type=' 'activation-token=' 'desktop-startup-id=' 'node=' 'revision=' 'version' 'h/help'
        case 'tap'
            __todayctl_parse_subcommand 1 'button=' 'version' 'h/help'
        case 'open'
            __todayctl_parse_subcommand 2 'activation-token=' 'version' 'h/help'
        case 'mode'
            __todayctl_parse_subcommand 2 'version' 'h/help'
        case 'arrange'
            __todayctl_parse_subcommand -r 1 'none' 'expected=' 'json' 'version' 'h/help'
        case 'add'
            __todayctl_parse_subcommand -r 1 'before=' 'after=' 'to=' 'version' 'h/help'
        case 'remove'
            __todayctl_parse_subcommand -r 1 'version' 'h/help'
        case 'move'
            __todayctl_parse_subcommand 1 'before=' 'after=' 'to=' 'version' 'h/help'
        case 'settings'
            __todayctl_parse_subcommand -r 2 'reset=+' 'reset-all' 'json' 'version' 'h/help'
        case 'instance'
            __todayctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'add'
                __todayctl_parse_subcommand -r 2 'version' 'h/help'
            case 'remove'
                __todayctl_parse_subcommand -r 1 'version' 'h/help'
            end
        case 'register'
            __todayctl_parse_subcommand 1 'manifest=' 'name=' 'description=' 'icon=' 'app=' 'exec=' 'bus-name=' 'object-path=' 'update-interval=' 'memory-max=' 'app-group=+' 'arranged=' 'content=' 'transient' 'has-content=' 'display-mode=' 'largest-display-mode=' 'preferred-height=' 'margins=' 'next-update=' 'error=' 'version' 'h/help'
        case 'unregister'
            __todayctl_parse_subcommand -r 1 'version' 'h/help'
        case 'push'
            __todayctl_parse_subcommand 2 'file=' 'changes=' 'text=+' 'progress=' 'image=' 'has-content=' 'display-mode=' 'largest-display-mode=' 'preferred-height=' 'margins=' 'next-update=' 'error=' 'json' 'version' 'h/help'
        case 'has-content'
            __todayctl_parse_subcommand 2 'version' 'h/help'
        case 'group'
            __todayctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __todayctl_parse_subcommand 0 'json' 'version' 'h/help'
            case 'get'
                __todayctl_parse_subcommand 2 'json' 'version' 'h/help'
            case 'set'
                __todayctl_parse_subcommand -r 2 'file=' 'version' 'h/help'
            case 'remove'
                __todayctl_parse_subcommand -r 2 'version' 'h/help'
            case 'watch'
                __todayctl_parse_subcommand 1 'json' 'version' 'h/help'
            end
        case 'script'
            __todayctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'add'
                __todayctl_parse_subcommand -r 1 'copy' 'version' 'h/help'
            case 'remove'
                __todayctl_parse_subcommand -r 1 'delete' 'version' 'h/help'
            case 'list'
                __todayctl_parse_subcommand 0 'json' 'version' 'h/help'
            case 'check'
                __todayctl_parse_subcommand -r 1 'json' 'version' 'h/help'
            case 'run'
                __todayctl_parse_subcommand 1 'watch' 'version' 'h/help'
            case 'vars'
                __todayctl_parse_subcommand -r 2 'unset=+' 'json' 'version' 'h/help'
            case 'import'
                __todayctl_parse_subcommand 2 'force' 'dry-run' 'version' 'h/help'
            end
        case 'validate'
            __todayctl_parse_subcommand -r 1 'json' 'version' 'h/help'
        case 'lint'
            __todayctl_parse_subcommand -r 1 'json' 'conformance' 'version' 'h/help'
        case 'new'
            __todayctl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'widget'
                __todayctl_parse_subcommand 1 'path=' 'identifier=' 'package=' 'version' 'h/help'
            end
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
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'today' -d 'Shows the Today view in the terminal, and keeps it current.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'list' -d 'Lists all widgets: the arranged ones in their order, then the others.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'show' -d 'Shows one widget as text.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'explain' -d 'Says why a widget is, or is not, fresh.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'watch' -d 'Prints every change as one JSON object a line, for programs.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'bar' -d 'Feeds a bar: Waybar, i3bar, polybar and others, a line for each change.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'limits' -d 'Prints what the center allows: sizes, counts and rates.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'demo' -d 'Starts a center with the example widgets, and shows their Today view.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'update' -d 'Has a widget updated now, and tells how it went.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'action' -d 'Reports a tap on a part of a widget, as a panel does.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'tap' -d 'Taps a widget, as a click in a bar does.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'open' -d 'Opens a URL for a widget, as a tap on it would.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'mode' -d 'Shows a widget compact or expanded, in every panel.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'arrange' -d 'Prints the arranged widgets in order, or replaces them.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'add' -d 'Adds widgets to the arrangement.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'remove' -d 'Takes widgets out of the arrangement.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'move' -d 'Moves a widget within the arrangement.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'settings' -d 'Prints the settings of a widget, or sets them.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'instance' -d 'Adds a widget once more, such as for another city.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'register' -d 'Adds a widget, or redefines it.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'unregister' -d 'Removes widgets that were added with \'todayctl register\' or by a program.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'push' -d 'Gives a widget new content or other changes, and prints its revision.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'has-content' -d 'Hides a widget that has nothing to show, or shows it again.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'group' -d 'Reads and writes App Groups: what an app and its widgets share.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'script' -d 'Brings in status scripts, checks them, and sets their variables.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'validate' -d 'Checks manifests, as the center reads them.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'lint' -d 'Checks content: what in it is unknown, ignored or out of range.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'new' -d 'Starts a project from a template.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl today" once' -l 'once' -d 'Print the view once.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl today" json' -l 'json' -d 'Print JSON; with --once.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl today" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl today" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl list" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl list" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl show" -eq 1' -fka '(__todayctl_custom_completion ---completion show -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl show" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl show" properties' -l 'properties' -d 'Print all properties.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl show" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl explain" -eq 1' -fka '(__todayctl_custom_completion ---completion explain -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl explain" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl explain" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl explain" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl watch" json' -l 'json' -d 'Print JSON, which it does anyway.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl watch" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl bar" format' -l 'format' -d 'What the bar reads.' -rfka 'waybar i3bar polybar genmon lemonbar text json'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl bar" -ge 1' -fka '(__todayctl_custom_completion ---completion bar -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl bar" once' -l 'once' -d 'Print once, and end.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl bar" wait' -l 'wait' -d 'Print once, when the revision of the widget is another one.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl bar" locked' -l 'locked' -d 'Leave out what is private, as on the screen of a lock.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl bar" background' -l 'background' -d 'Do not count as a visible panel.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl bar" event' -l 'event' -d 'Tell xfce4-panel of each change, for this plugin: genmon-5. Nothing is printed.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl bar" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl bar" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl limits" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl limits" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl limits" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl demo" terminal' -l 'terminal' -d 'Show the view in the terminal, also where there is a display.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl demo" once' -l 'once' -d 'Print the view once, when all widgets have had their first update.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl demo" json' -l 'json' -d 'Print JSON; with --once.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl demo" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl demo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl update" -eq 1' -fka '(__todayctl_custom_completion ---completion update -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl update" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl update" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl update" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl action" -eq 1' -fka '(__todayctl_custom_completion ---completion action -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl action" type' -l 'type' -d 'The D-Bus type of the parameter.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl action" activation-token' -l 'activation-token' -d 'Lets a program that opens come to the front.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl action" desktop-startup-id' -l 'desktop-startup-id' -d 'The same on X11: the id of the startup notification.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl action" node' -l 'node' -d 'The id of the node that was tapped.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl action" revision' -l 'revision' -d 'The revision of the content that was tapped.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl action" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl action" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl tap" -eq 1' -fka '(__todayctl_custom_completion ---completion tap -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl tap" button' -l 'button' -d 'The button: 1 is left, 2 middle, 3 right.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl tap" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl tap" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl open" -eq 1' -fka '(__todayctl_custom_completion ---completion open -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl open" activation-token' -l 'activation-token' -d 'Lets the program that opens it come to the front.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl open" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl open" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl mode" -eq 1' -fka '(__todayctl_custom_completion ---completion mode -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl mode" -eq 2' -fka 'compact expanded'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl mode" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl mode" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl arrange" -ge 1' -fka '(__todayctl_custom_completion ---completion arrange -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl arrange" none' -l 'none' -d 'Show none.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl arrange" expected' -l 'expected' -d 'The arrangement that is to be replaced: a,b,c.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl arrange" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl arrange" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl arrange" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl add" -ge 1' -fka '(__todayctl_custom_completion ---completion add -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl add" before' -l 'before' -d 'Before this widget.' -rfka '(__todayctl_custom_completion ---completion add -- --before (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl add" after' -l 'after' -d 'After this widget.' -rfka '(__todayctl_custom_completion ---completion add -- --after (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl add" to' -l 'to' -d 'To this place; 1 is the first.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl add" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl remove" -ge 1' -fka '(__todayctl_custom_completion ---completion remove -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl remove" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl move" -eq 1' -fka '(__todayctl_custom_completion ---completion move -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl move" before' -l 'before' -d 'Before this widget.' -rfka '(__todayctl_custom_completion ---completion move -- --before (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl move" after' -l 'after' -d 'After this widget.' -rfka '(__todayctl_custom_completion ---completion move -- --after (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl move" to' -l 'to' -d 'To this place; 1 is the first.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl move" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl move" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl settings" -eq 1' -fka '(__todayctl_custom_completion ---completion settings -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl settings" -ge 2' -fka '(__todayctl_custom_completion ---completion settings -- positional@1 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl settings"' -l 'reset' -d 'Take a setting back to its default; may be repeated.' -rfka '(__todayctl_custom_completion ---completion settings -- --reset (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl settings" reset-all' -l 'reset-all' -d 'Take all settings back to their defaults.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl settings" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl settings" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl settings" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl instance" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl instance" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl instance" -eq 1' -fa 'add' -d 'Adds a widget once more, and prints the identifier of the new instance.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl instance" -eq 1' -fa 'remove' -d 'Removes instances that were added, with their settings and content.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl instance add" -eq 1' -fka '(__todayctl_custom_completion ---completion instance add -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl instance add" -ge 2' -fka '(__todayctl_custom_completion ---completion instance add -- positional@1 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl instance add" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl instance add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl instance remove" -ge 1' -fka '(__todayctl_custom_completion ---completion instance remove -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl instance remove" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl instance remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl register" -eq 1' -fka '(__todayctl_custom_completion ---completion register -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" manifest' -l 'manifest' -d 'A manifest, called IDENTIFIER.widget.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'widget\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" name' -l 'name' -d 'The name that panels show; the identifier if none is given.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" description' -l 'description' -d 'A sentence about the widget.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" icon' -l 'icon' -d 'The name of an icon, as in the icon theme.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" app' -l 'app' -d 'The application it belongs to, a desktop file id.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" exec' -l 'exec' -d 'The command line that the center starts its program with.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" bus-name' -l 'bus-name' -d 'The bus name of its program; the identifier with --exec.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" object-path' -l 'object-path' -d 'The object of its program; the bus name as a path.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" update-interval' -l 'update-interval' -d 'How old its content may get: 90s, 15min, 2h, 1d, or seconds; 0 for updates only while it is viewed. (default: 15min)' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" memory-max' -l 'memory-max' -d 'How much memory its program may use, such as 32M. (default: 48M)' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register"' -l 'app-group' -d 'An App Group that it shares; may be repeated.' -rfka '(__todayctl_custom_completion ---completion register -- --app-group (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" arranged' -l 'arranged' -d 'Whether it is shown when it is seen for the first time.' -rfka 'true false'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" content' -l 'content' -d 'Its first content: JSON, @FILE, or - for standard input.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" transient' -l 'transient' -d 'Keep it only while this command runs.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" has-content' -l 'has-content' -d 'Whether it has anything to show.' -rfka 'true false'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" display-mode' -l 'display-mode' -d 'How it is shown.' -rfka 'compact expanded'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" largest-display-mode' -l 'largest-display-mode' -d 'The largest mode the user may choose.' -rfka 'compact expanded'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" preferred-height' -l 'preferred-height' -d 'How high it would like to be when expanded, in points.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" margins' -l 'margins' -d 'The margins around it: top,left,bottom,right; a negative one is as the panel proposes.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" next-update' -l 'next-update' -d 'When it is due once more: a time from now such as 90s, 15min, 2h, 1d or +300 (seconds); a date such as 2027-01-31T08:30, with Z or +01:00 for a zone; now; never; or µs since 1970.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" error' -l 'error' -d 'What went wrong, shown beneath its content; empty for nothing.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl register" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl unregister" -ge 1' -fka '(__todayctl_custom_completion ---completion unregister -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl unregister" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl unregister" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl push" -eq 1' -fka '(__todayctl_custom_completion ---completion push -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" file' -l 'file' -d 'A file with the content; - is standard input.' -rF
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" changes' -l 'changes' -d 'All changes as one JSON object; @FILE and - as above.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push"' -l 'text' -d 'A text; - is standard input. May be repeated.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" progress' -l 'progress' -d 'A bar that is so full: 0…1.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" image' -l 'image' -d 'A picture: a file in PNG or SVG. Its name stands for it in plain text.' -rfa '(set -l exts \'png\' \'svg\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" has-content' -l 'has-content' -d 'Whether it has anything to show.' -rfka 'true false'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" display-mode' -l 'display-mode' -d 'How it is shown.' -rfka 'compact expanded'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" largest-display-mode' -l 'largest-display-mode' -d 'The largest mode the user may choose.' -rfka 'compact expanded'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" preferred-height' -l 'preferred-height' -d 'How high it would like to be when expanded, in points.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" margins' -l 'margins' -d 'The margins around it: top,left,bottom,right; a negative one is as the panel proposes.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" next-update' -l 'next-update' -d 'When it is due once more: a time from now such as 90s, 15min, 2h, 1d or +300 (seconds); a date such as 2027-01-31T08:30, with Z or +01:00 for a zone; now; never; or µs since 1970.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" error' -l 'error' -d 'What went wrong, shown beneath its content; empty for nothing.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl push" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl has-content" -eq 1' -fka '(__todayctl_custom_completion ---completion has-content -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl has-content" -eq 2' -fka 'true false'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl has-content" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl has-content" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group" -eq 1' -fa 'list' -d 'Lists the App Groups.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group" -eq 1' -fa 'get' -d 'Prints the value of a key, or all values.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group" -eq 1' -fa 'set' -d 'Sets values, all or nothing.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group" -eq 1' -fa 'remove' -d 'Removes keys and their values.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group" -eq 1' -fa 'watch' -d 'Prints the values and then every change as one JSON object a line.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group list" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group list" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group get" -eq 1' -fka '(__todayctl_custom_completion ---completion group get -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group get" -eq 2' -fka '(__todayctl_custom_completion ---completion group get -- positional@1 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group get" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group get" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group get" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group set" -eq 1' -fka '(__todayctl_custom_completion ---completion group set -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group set" -ge 2' -fka '(__todayctl_custom_completion ---completion group set -- positional@1 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group set" file' -l 'file' -d 'A file with a JSON object of values; - is standard input.' -rF
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group set" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group set" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group remove" -eq 1' -fka '(__todayctl_custom_completion ---completion group remove -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group remove" -ge 2' -fka '(__todayctl_custom_completion ---completion group remove -- positional@1 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group remove" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl group watch" -eq 1' -fka '(__todayctl_custom_completion ---completion group watch -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group watch" json' -l 'json' -d 'Print JSON, which it does anyway.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group watch" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl group watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script" -eq 1' -fa 'add' -d 'Makes scripts from elsewhere widgets.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script" -eq 1' -fa 'remove' -d 'Takes scripts out again.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script" -eq 1' -fa 'list' -d 'Lists the scripts that are widgets.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script" -eq 1' -fa 'check' -d 'Says what scripts would show, what in them is ignored, and why one cannot run.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script" -eq 1' -fa 'run' -d 'Runs a script, and shows its widget in the terminal.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script" -eq 1' -fa 'vars' -d 'Shows the variables of a script, or sets them.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script" -eq 1' -fa 'import' -d 'Makes the custom modules of a Waybar configuration widgets.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script add" copy' -l 'copy' -d 'Copy the scripts; by default they are linked.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script add" -ge 1' -F
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script add" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script remove" delete' -l 'delete' -d 'Delete also a script that is no link, and the values of variables.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script remove" -ge 1' -fka '(__todayctl_custom_completion ---completion script remove -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script remove" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script list" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script list" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script check" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script check" -ge 1' -F
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script check" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script run" watch' -l 'watch' -d 'Go on, and run it again at its interval.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script run" -eq 1' -F
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script run" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script vars" -eq 1' -fka '(__todayctl_custom_completion ---completion script vars -- positional@0 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script vars" -ge 2' -fka '(__todayctl_custom_completion ---completion script vars -- positional@1 (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script vars"' -l 'unset' -d 'Give a variable its default again; may be repeated.' -rfka '(__todayctl_custom_completion ---completion script vars -- --unset (count (__todayctl_tokens -pc)) (__todayctl_tokens -tC))'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script vars" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script vars" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script vars" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script import" -eq 1' -fka 'waybar'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl script import" -eq 2' -F
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script import" force' -l 'force' -d 'Replace scripts that are there already.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script import" dry-run' -l 'dry-run' -d 'Write nothing, and print what would be written.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script import" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl script import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl validate" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl validate" -ge 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'widget\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl validate" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl validate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl lint" json' -l 'json' -d 'Print JSON.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl lint" conformance' -l 'conformance' -d 'Answer the requests of today-conformance.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl lint" -ge 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'json\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl lint" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl lint" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl new" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl new" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_positional "todayctl new" -eq 1' -fa 'widget' -d 'Creates a Swift package with a widget, its manifest and a test.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl new widget" path' -l 'path' -d 'Where to; by default a folder with the name of the widget, here.' -rfa '(__todayctl_complete_directories)'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl new widget" identifier' -l 'identifier' -d 'The identifier; by default org.example. and the name.' -rfka ''
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl new widget" package' -l 'package' -d 'Where Today Center is: a folder, or the URL of a Git repository.' -rfa '(__todayctl_complete_directories)'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl new widget" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl new widget" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'todayctl' -n '__todayctl_should_offer_completions_for_flags_or_options "todayctl help" version' -l 'version' -d 'Show the version.'
complete -c 'todayctl' -n 'test (commandline -opc | string join " ") = "todayctl help"' -fa 'today list show explain watch bar limits demo update action tap open mode arrange add remove move settings instance register unregister push has-content group script validate lint new'
complete -c 'todayctl' -n 'test (commandline -opc | string join " ") = "todayctl help instance"' -fa 'add remove'
complete -c 'todayctl' -n 'test (commandline -opc | string join " ") = "todayctl help group"' -fa 'list get set remove watch'
complete -c 'todayctl' -n 'test (commandline -opc | string join " ") = "todayctl help script"' -fa 'add remove list check run vars import'
complete -c 'todayctl' -n 'test (commandline -opc | string join " ") = "todayctl help new"' -fa 'widget'
