package import ArgumentParser

extension TodayControl {
    /// What a package installs as completions of `todayctl`: those of the argument parser, which offer nothing after
    /// `help`, with the commands there.
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
            with: "    __todayctl_offer_flags_options -1\n\n\(offer)}\n\ncomplete ")
    }

    private static func zsh(_ script: String, _ names: String, _ groups: [(name: String, names: String)]) -> String {
        let cases = groups.map { "\($0.name)) compadd \($0.names) ;; " }.joined()
        return script.replacing(
            "        '*:subcommands:'\n",
            with: """
                        '1:command:(\(names))'
                        '2:subcommand:{ case "${line[1]}" in \(cases)esac }'

                """
        ).withNamesOfZsh.withQuietArguments
    }

    private static func fish(_ script: String, _ names: String, _ groups: [(name: String, names: String)]) -> String {
        let offers = ([("", names)] + groups.map { (" " + $0.name, $0.names) }).map { place, words in
            let condition = "test (commandline -opc | string join \" \") = \"todayctl help\(place)\""
            return "\ncomplete -c 'todayctl' -n '\(condition)' -fa '\(words)'"
        }
        return script + offers.joined()
    }
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

    /// Where zsh has nothing to offer for an argument but its name, it lists options and inserts none.
    fileprivate var withQuietArguments: String {
        replacing(/(?m)^( +'\*?:[^':]+:)'$/) { "\($0.output.1){true}'" }
    }
}
