internal import DBus
internal import Logging
internal import TodayModel

extension URLOpening {
    /// Asks the session's service manager to start the containing app's program in its own unit. The app is then not
    /// part of this service, so neither the service's limits nor its end affect the app.
    ///
    /// org.freedesktop.systemd1(5), `StartTransientUnit`. The name of the unit and its slice follow systemd's "Desktop
    /// Environment Integration".
    func startUnit(_ program: Applications.Program, of app: String) async -> OpeningWays.Answer {
        let prepared = await beforeDeadline(else: nil) { [token] in await $0.prepared(program, token: token) }
        guard let prepared, let path = prepared.program.arguments.first else { return .absent }
        let command = DBusValue.structure([
            .string(path), .strings(prepared.program.arguments.map(Self.literal)), .boolean(false),
        ])
        var properties: [String: DBusValue] = [
            "Description": .string("\(app) opens \(url.scheme):"),
            "Slice": .string("app.slice"),
            "CollectMode": .string("inactive-or-failed"),
            // The unit runs as long as any of its processes.
            "ExitType": .string("cgroup"),
            "Environment": .strings(prepared.variables.map { "\($0.key)=\($0.value)" }.sorted()),
            "ExecStart": .array([command], of: "(sasb)"),
        ]
        properties["WorkingDirectory"] = program.directory.map { .string($0) }
        do {
            _ = try await Systemd1Manager(connection).with(timeout: timeLeft, options: .noAutoStart)
                .startTransientUnit(
                    name: Self.unit(of: app), mode: "fail",
                    properties: properties.sorted { $0.key < $1.key }.map { UnitProperty(name: $0, value: $1) }, aux: []
                )
            return .opened
        } catch let error as ConnectionError where error.code == .timedOut {
            return .silent
        } catch {
            // The manager isn't running, or refuses: the center starts the program itself.
            logger.debug("\(app): no unit: \(error)")
            return .absent
        }
    }

    /// Returns a unique name for a unit. systemd.unit(5), "String Escaping for Inclusion in Unit Names".
    private static func unit(of app: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var name: [UInt8] = []
        for byte in app.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"): name.append(byte)
            default: name += [UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        return "app-todaycenter-\(String(decoding: name, as: UTF8.self))-\(number).service"
    }

    /// Escapes an argument so that the manager doesn't expand variables in it. systemd.service(5), "Command Lines".
    private static func literal(_ argument: String) -> String {
        argument.unicodeScalars.map { $0 == "$" ? "$$" : String($0) }.joined()
    }
}
