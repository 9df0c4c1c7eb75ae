import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// The center keeps the limits of `Limits`: it accepts exactly that much and refuses one more.
struct LimitsTests {
    /// A limit that one call can reach.
    struct Reach: Sendable, CustomTestStringConvertible {
        let name: String
        let error: ErrorName
        /// Makes a call that needs as much as this.
        let call: @Sendable (TestCenter, _ amount: Int) async throws -> Void

        var testDescription: String { name }
    }

    static let reaches = [
        Reach(name: "IdentifierBytes", error: .invalidIdentifier) { test, amount in
            let identifier = "org.example." + String(repeating: "a", count: amount - "org.example.".count)
            try await test.call(
                CenterMember.registerWidget, TodayBus.center, identifier, ["Transient": DBusValue.boolean(true)])
            try await test.call(CenterMember.unregisterWidget, TodayBus.center, identifier)
        },
        Reach(name: "ContentBytes", error: .invalidContent) { test, amount in
            try await test.client.updateWidget(.a, WidgetChanges { $0.content = tree(ofBytes: amount) })
        },
        Reach(name: "Nodes", error: .invalidContent) { test, amount in
            let children = (1..<amount).map { text("\($0)") }
            try await test.client.updateWidget(
                .a, WidgetChanges { $0.content = Content(kind: "column", children: children) })
        },
        Reach(name: "Depth", error: .invalidContent) { test, amount in
            let content = (1..<amount).reduce(text("leaf")) { tree, _ in Content(kind: "column", children: [tree]) }
            try await test.client.updateWidget(.a, WidgetChanges { $0.content = content })
        },
        Reach(name: "StringBytes", error: .invalidContent) { test, amount in
            try await test.client.updateWidget(.a, .content(String(repeating: "x", count: amount)))
        },
        Reach(name: "URLBytes", error: .invalidContent) { test, amount in
            let url = "https://example.org/"
            let path = String(repeating: "x", count: amount - url.utf8.count)
            let content = Content(kind: "text", attributes: ["text": .string("a"), "url": .string(url + path)])
            try await test.client.updateWidget(.a, WidgetChanges { $0.content = content })
        },
        Reach(name: "Panels", error: .limitExceeded) { test, amount in
            var panels: [CenterClient] = []
            for _ in 0..<amount {
                panels.append(try await test.anotherClient())
                try await panels[panels.count - 1].beginViewing(ViewingOptions())
            }
        },
        Reach(name: "WidgetsPerConnection", error: .limitExceeded) { test, amount in
            let client = try await test.anotherClient()
            for number in 0..<amount {
                try await client.registerWidget(
                    WidgetIdentifier("org.example.W\(number)"), WidgetDefinition { $0.transient = true })
            }
            // The last ones leave with their connection.
            await client.connection.close()
        },
        Reach(name: "TotalContentBytes", error: .limitExceeded) { test, amount in
            var left = amount
            var client = test.client
            var number = 0
            while left > 0 {
                if number.isMultiple(of: Limits.widgetsPerConnection) { client = try await test.anotherClient() }
                // The rest after it has to be enough for a tree.
                let most = Limits.contentBytes
                let bytes = left <= most ? left : left < most + 1000 ? left / 2 : most
                let content = tree(ofBytes: bytes)
                try await client.registerWidget(
                    WidgetIdentifier("org.example.W\(number)"), WidgetDefinition { $0.changes.content = content })
                left -= bytes
                number += 1
            }
        },
    ]

    /// A column of texts that is so large.
    private static func tree(ofBytes bytes: Int) -> Content {
        func column(_ lengths: [Int]) -> Content {
            Content(kind: "column", children: lengths.map { text(String(repeating: "x", count: $0)) })
        }
        let line = text("").byteCount
        var lengths: [Int] = []
        var left = bytes - column([]).byteCount
        while left > 0 {
            // The last one is not smaller than a text without characters.
            let length = left - line <= Limits.stringBytes ? left - line : 3000
            lengths.append(length)
            left -= line + length
        }
        let tree = column(lengths)
        precondition(tree.byteCount == bytes)
        return tree
    }

    @Test(arguments: reaches) func asMuchAsPublishedIsTaken(_ reach: Reach) async throws {
        try await reach.call(try await start(), try published(reach.name))
    }

    @Test(arguments: reaches) func oneMoreIsRefused(_ reach: Reach) async throws {
        let test = try await start()
        let error = await #expect(throws: (any Error).self) {
            try await reach.call(test, try published(reach.name) + 1)
        }
        let remote = try #require((error as? any DBusErrorConvertible)?.remoteError)
        #expect(remote.name == reach.error, "\(remote.message)")
    }

    /// The others are rates and quotas, with suites of their own.
    @Test func everyPublishedLimitIsTested() async throws {
        let elsewhere: Set = [
            "Widgets",  // RegistrationTests
            "PushBurst", "PushPerSecondViewing", "PushPerSecondHidden",  // PushRateTests
            "UpdateDeadlineUsec",  // ProviderTroubleTests
            "GroupBytes", "GroupValueBytes",  // GroupLimitsTests
            "WidgetsPerApp", "ContentBytesPerApp", "GroupsPerApp",  // AppSharesOnBusTests, SharesTests
            "MessageBytes",  // LargeCallTests
            "InstancesPerWidget",  // InstancesTests
            "RemovedInstances", "RemovedUsec",  // RemovedInstancesTests, RemovedInstancesOnBusTests
            "SettingsPerWidget", "SettingBytes", "SettingsBytes",  // SettingsSchemaTests, SettingDeclarationTests
        ]
        #expect(Set(Limits.dictionary.keys) == elsewhere.union(Self.reaches.map(\.name)))
        guard case .dictionary(let entries, _, _)? = try await start().property(CenterMember.limits)?.unwrapped else {
            Issue.record("Limits is no dictionary")
            return
        }
        #expect(Set(entries.map(\.key)) == Set(Limits.dictionary.keys.map { .string($0) }))
    }

    private func start() async throws -> TestCenter {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        return test
    }

    private func published(_ name: String) throws -> Int {
        guard case .uint64(let value)? = Limits.dictionary[name] else { throw FileError(path: name, code: 0) }
        return Int(value)
    }
}
