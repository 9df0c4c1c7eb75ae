import Logging

/// A log that records every message in a list.
private struct Listener: LogHandler {
    let lines: Recorder<String>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.record("\(event.message)") }
}

extension Logger {
    /// A log that a test reads, from a level on.
    static func recording(_ lines: Recorder<String>, from level: Logger.Level = .trace) -> Logger {
        Logger(label: "test") { _ in Listener(lines: lines, logLevel: level) }
    }
}
