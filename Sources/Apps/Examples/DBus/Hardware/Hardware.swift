import DBus
import Foundation

/// Prints batteries, the network and Bluetooth devices; with `--follow`, also prints each change until it is
/// interrupted.
@main struct Hardware {
    static func main() async {
        do { try await run(follows: CommandLine.arguments.contains("--follow")) } catch {
            say("\(error)")
            exit(1)
        }
    }

    private static func run(follows: Bool) async throws {
        let system = try await Connection.open(.system)
        if follows {
            await withDiscardingTaskGroup { group in
                group.addTask { await report("Batteries") { try await Batteries(system).follow() } }
                group.addTask { await report("Network") { try await Network(system).follow() } }
                group.addTask { await report("Bluetooth") { try await Bluetooth(system).follow() } }
            }
        } else {
            await report("Batteries") { try await Batteries(system).list() }
            await report("Network") { try await Network(system).list() }
            await report("Bluetooth") { try await Bluetooth(system).list() }
        }
    }

    /// Reports errors and continues: a machine without Bluetooth may still have batteries.
    private static func report(_ what: String, _ body: () async throws -> Void) async {
        do { try await body() } catch { say("\(what): \(error)") }
    }
}

/// Prints a line immediately, even into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
