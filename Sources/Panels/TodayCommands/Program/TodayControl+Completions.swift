package import ArgumentParser

extension TodayControl {
    /// Returns the completions of `todayctl` that a package installs. They are those of the argument parser, plus the
    /// commands after `help`, which it doesn't offer.
    package static func installedCompletions(for shell: CompletionShell) -> String {
        let script = completionScript(for: shell)
        let commands = configuration.subcommands.filter { $0.configuration.shouldDisplay }
        let names = commands.map { $0._commandName }.joined(separator: " ")
        let groups = commands.filter { !$0.configuration.subcommands.isEmpty }.map { group in
            (
                name: group._commandName,
                names: group.configuration.subcommands.map { $0._commandName }.joined(separator: " ")
            )
        }
        switch shell {
        case .bash: return bash(script, names, groups)
        case .zsh: return zsh(script, names, groups)
        case .fish: return fish(script, names, groups)
        default: return script
        }
    }

    private static func bash(_ script: String, _ names: String, _ groups: [(name: String, names: String)]) -> String {
        let cases = ([("2:*", names)] + groups.map { ("3:\($0.name)", $0.names) }).map { place, words in
            """
                \(place))
                    COMPREPLY+=($(IFS=$' \\n' compgen -W '\(words)' -- "${cur}"))
                    ;;

            """
        }
        let offer = "    case \"${COMP_CWORD}:${COMP_WORDS[2]}\" in\n" + cases.joined() + "    esac\n"
        return script.replacing(
            "    __todayctl_offer_flags_options -1\n}\n\ncomplete ",
            with: "    __todayctl_offer_flags_options -1\n\n\(offer)}\n\ncomplete "
        ).replacing("\ncomplete -o filenames -F _todayctl todayctl", with: "\n" + literalWords + wholeWords)
            .replacing(
                "__todayctl_add_completions -W \"$(__todayctl_custom",
                with: "__todayctl_add_words \"$(__todayctl_custom")
    }

    /// `compgen -W` expands its words as a command line, and the words of todayctl include text from widgets.
    private static let literalWords = """
        # Adds lines as they are: compgen -W would run the commands in them.
        __todayctl_add_words() {
            local word
            while IFS='' read -r word; do
                [[ -n "${word}" && "${word}" == "${cur}"* ]] && COMPREPLY+=("${word}")
            done <<<"${1}"
        }


        """

    /// bash treats each `=` as a separate word, and adds a space after a completed word.
    private static let wholeWords = """
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
        """

    private static func zsh(_ script: String, _ names: String, _ groups: [(name: String, names: String)]) -> String {
        let cases = groups.map { "\($0.name)) compadd \($0.names) ;; " }.joined()
        return script.replacing(
            "        '*:subcommands:'\n",
            with: """
                        '1:command:(\(names))'
                        '2:subcommand:{ case "${line[1]}" in \(cases)esac }'

                """
        ).withNamesOfZsh.withQuietArguments.withOpenWordsOfZsh
    }

    private static func fish(_ script: String, _ names: String, _ groups: [(name: String, names: String)]) -> String {
        let offers = ([("", names)] + groups.map { (" " + $0.name, $0.names) }).map { place, words in
            let condition = "test (commandline -opc | string join \" \") = \"todayctl help\(place)\""
            return "\ncomplete -c 'todayctl' -n '\(condition)' -fa '\(words)'"
        }
        return script.replacing(/(?m)^function __todayctl_should_offer_completions_for_\w+ -a expected_commands.*$/) {
            "\($0.output)\n\(absentCommand)"
        } + offers.joined()
    }

    /// The parser's script reads the whole line for each of its conditions, some hundred times for one completion.
    private static let absentCommand = """
            # A command that is not on the line is not meant.
            contains -- (string split -- " " $expected_commands)[-1] (commandline -opc); or return 1
        """
}

extension String {
    /// The argument parser names arrays of words after their argument, which may be called `true|false`.
    fileprivate var withNamesOfZsh: String {
        matches(of: /local -ar (\S+)=\(/).map { String($0.1) }.reduce(self) { script, name in
            let valid = name.replacing(/[^A-Za-z0-9_]/, with: "_")
            return script.replacing("local -ar \(name)=(", with: "local -ar \(valid)=(")
                .replacing("\"${\(name)[@]}\"", with: "\"${\(valid)[@]}\"")
        }
    }

    /// A name that ends with `=` and a folder get no space after them.
    fileprivate var withOpenWordsOfZsh: String {
        replacing(
            "    local -ar non_empty_completions=(\"${@:#(|:*)}\")\n",
            with: """
                    local -ar non_empty_completions=("${@:#(|:*|*[=/])}")
                    local -ar open_completions=("${(M)@:#*[=/]}")

                """
        ).replacing("non_empty_completions -- empty", with: "non_empty_completions -- open_completions -S '' -- empty")
    }

    /// If zsh can offer only the name of an argument, it lists options and inserts none of them.
    fileprivate var withQuietArguments: String {
        replacing(/(?m)^( +'\*?:[^':]+:)'$/) { "\($0.output.1){true}'" }
    }
}
