import Foundation
import Testing

/// The dependencies that a package gets with a library of this one. `Tests/DBus/DBusWeight/measure` measures them.
@Suite struct LibraryWeightTests {
    /// The dependencies of each target on targets of this package, and on products of others with their traits.
    private static func dependencies() throws -> [String: (
        targets: Set<String>, products: [(name: String, traits: [String])]
    )] {
        let scratch = "/tmp/library-weight-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        return try InstallTests.targets(of: Repository.root.path, scratch: scratch).mapValues { target in
            var (targets, products) = (Set<String>(), [(name: String, traits: [String])]())
            for dependency in target["dependencies"] as? [[String: [Any]]] ?? [] {
                for (kind, parts) in dependency {
                    guard let name = parts.first as? String else { continue }
                    let condition = parts.compactMap { $0 as? [String: Any] }.first
                    if kind == "product" {
                        products.append((name, condition?["traits"] as? [String] ?? []))
                    } else {
                        targets.insert(name)
                    }
                }
            }
            return (targets, products)
        }
    }

    @Test func aLibraryTakesNoOtherPackage() throws {
        let all = try Self.dependencies()
        func needed(by target: String) -> Set<String> {
            var found: Set = [target]
            while true {
                let more = found.union(found.flatMap { all[$0]?.targets ?? [] })
                if more == found { return found }
                found = more
            }
        }
        #expect(needed(by: "DBus") == ["DBus", "CTodayDBus", "CTodaySystem", "TodayCLibrary"])
        let codegen: Set = [
            "dbus-codegen", "DBusCodegen", "DBus", "CTodayDBus", "CTodaySystem", "CTodayTasks", "TodayCLibrary",
            "TodayPlatform",
        ]
        #expect(needed(by: "dbus-codegen") == codegen)
        for library in [
            "DBus", "DBusMonitor", "DBusTesting", "NotificationCenter", "NotificationCenterTesting", "TodayHost",
        ] {
            for target in needed(by: library) {
                #expect(all[target]?.products.isEmpty == true, "\(library) needs another package for \(target)")
            }
        }
        // SwiftPM fetches a package for every declared dependency, whatever the traits are.
        let products = all.values.flatMap(\.products)
        #expect(!products.isEmpty && products.allSatisfy { $0.traits == ["Center"] }, "\(products)")
    }
}
