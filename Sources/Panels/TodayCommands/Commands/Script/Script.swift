internal import ArgumentParser

/// `todayctl script`.
struct Script: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds status scripts, checks them, and sets their variables.",
        discussion: """
            A script in ~/.config/todaycenter/scripts is a widget in every panel. You can use scripts for xbar, Argos, \
            SwiftBar, Waybar and i3blocks; todaycenter-scripts(5) describes the formats. These commands don't need a \
            bus.

            EXAMPLES
              todayctl script add ~/.config/argos/cpu.10s.sh
              todayctl script check cpu.10s.sh
              todayctl script import waybar
            """,
        subcommands: [
            AddScript.self, RemoveScript.self, ListScripts.self, CheckScript.self, RunScript.self,
            ScriptVariables.self, ImportScripts.self,
        ])
}
