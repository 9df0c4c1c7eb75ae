import DBus

/// Who shows notifications, for tests: it keeps them. Desktop Notifications Specification, "D-BUS Protocol".
actor Notifications {
    private(set) var texts: [String] = []

    static let interface = Interface<Notifications>("org.freedesktop.Notifications") {
        Method.async("Notify") {
            (
                it: isolated Notifications, _: MethodCall, _: String, _: UInt32, _: String, summary: String,
                body: String,
                _: [String], _: [String: DBusValue], _: Int32
            ) async throws -> UInt32 in
            it.texts.append("\(summary): \(body)")
            return UInt32(it.texts.count)
        }
    }
}
