internal import ArgumentParser

/// `todayctl remote`.
struct Remote: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds widgets of other machines and of MQTT brokers, and tests them.",
        discussion: """
            today-bridge(1) shows what ~/.config/todaycenter/bridge.conf names: the widgets of other machines over \
            ssh, and the topics and devices of MQTT brokers. It can also publish the widgets of this machine. These \
            commands edit that file; todaycenter-bridge(5) describes its groups and keys.

            EXAMPLES
              todayctl remote add nas me@nas
              todayctl remote add home mqtts://broker User=me Discovery=homeassistant
              todayctl remote add garden Broker=home Topic=garden/+/temperature Unit=°C
              todayctl remote test nas
            """,
        subcommands: [AddRemote.self, ListRemotes.self, RemoveRemotes.self, CheckRemotes.self, TestRemote.self])
}
