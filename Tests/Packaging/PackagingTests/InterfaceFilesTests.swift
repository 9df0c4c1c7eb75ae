import DBus
import Foundation
import TodayModel
import Testing

@testable import NotificationCenter
@testable import TodayService

/// The interface descriptions in `data/` match the exported code. After a change, run the tests once with
/// `UPDATE_DATA=1` to write them again.
@Suite struct InterfaceFilesTests {
    private static let descriptions: [(name: InterfaceName, interface: IntrospectableInterface)] = [
        (TodayBus.center, IntrospectableInterface(CenterContract.center)),
        (TodayBus.widget, IntrospectableInterface(CenterContract.widget)),
        (TodayBus.apps, IntrospectableInterface(CenterContract.apps)),
        (TodayBus.group, IntrospectableInterface(AppGroups.interface)),
        (TodayBus.provider, IntrospectableInterface(ProviderEndpoint.interface)),
    ]

    @Test(arguments: [TodayBus.center, TodayBus.widget, TodayBus.apps, TodayBus.group, TodayBus.provider])
    func aFileSaysWhatTheCodeExports(_ name: InterfaceName) throws {
        let description = try #require(Self.descriptions.first { $0.name == name })
        let file = Repository.root.appending(path: "data/dbus-1/interfaces/\(name).xml")
        let text = IntrospectionDocument(describing: [description.interface]).text
        if ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
}

enum Repository {
    /// The top of the checkout.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
