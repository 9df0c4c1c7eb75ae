/// A parsed command line.
enum TimerCommand: Equatable {
    /// Count down; detached means only in the widget.
    case start(Duration, detached: Bool)
    case stop
    case background
    case quit
    case status
    /// The process that the app leaves behind: show a notification at the end of the countdown.
    case notifyAtEnd
    case help
    case version

    /// The reason why a command line is refused.
    struct UsageError: Error { let message: String }

    /// Returns nil for arguments that every app understands: URLs, `--gapplication-service`, or nothing.
    static func parse(_ arguments: [String]) throws(UsageError) -> TimerCommand? {
        guard let word = arguments.first else { return nil }
        var rest = arguments.dropFirst()
        let command: TimerCommand
        switch word {
        case "start":
            let detached = rest.contains("--detach")
            rest.removeAll { $0 == "--detach" }
            guard let text = rest.popFirst() else { throw UsageError(message: "start needs a time, such as 1:30") }
            command = .start(try duration(text), detached: detached)
        case "stop": command = .stop
        case "background": command = .background
        case "quit": command = .quit
        case "status": command = .status
        case CountdownWatch.argument: command = .notifyAtEnd
        case "--help", "-h": command = .help
        case "--version": command = .version
        default:
            if word == "--gapplication-service" || word.contains(":") { return nil }
            throw UsageError(message: "unknown \(word.hasPrefix("-") ? "option" : "command") \(word.debugDescription)")
        }
        if let extra = rest.first { throw UsageError(message: "\(word) takes no \(extra.debugDescription)") }
        return command
    }

    /// Parses a time: `90`, `90s`, `5min`, `1h`, `1:30` or `1:00:00`.
    private static func duration(_ text: String) throws(UsageError) -> Duration {
        let refusal = UsageError(message: "\(text.debugDescription) isn't a time such as 90s, 5min or 1:30")
        for (unit, factor) in [("min", 60), ("s", 1), ("h", 3600)] where text.hasSuffix(unit) {
            guard let number = number(text.dropLast(unit.count)) else { throw refusal }
            return .seconds(number * factor)
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { throw refusal }
        var seconds = 0
        for (index, part) in parts.enumerated() {
            guard let number = number(part), index == 0 || number < 60 else { throw refusal }
            seconds = seconds * 60 + number
        }
        return .seconds(seconds)
    }

    /// Parses digits, at most as many as a time needs.
    private static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.count <= 6 ? Int(text) : nil
    }

    static let versionText = "simple-timer 0.2.0"

    static let usage = """
        Usage: simple-timer COMMAND
               simple-timer [URL]

        A timer whose widget keeps counting in Today while the app is closed. Without a
        command, it comes to the front and continues its countdown.

          start TIME [--detach]  count down from TIME, such as 90s, 5min or 1:30; with
                                 --detach, leave that to the widget and exit
          stop                   stop counting
          background             send the running app to the background
          quit                   quit the app; the countdown continues in Today
          status                 print the remaining time
          simpleTimer://finished come to the front, and show that the time is up

          --gapplication-service  wait for requests on the session bus, which starts
                                  the program this way
          --version               print the version
          -h, --help              print this help
        """
}
