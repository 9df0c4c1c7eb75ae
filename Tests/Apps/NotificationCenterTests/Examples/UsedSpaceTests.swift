import DBus
import DBusTesting
import Glibc
import NotificationCenter
import Testing
import TodayModel

@testable import used_space_widget

/// The widget's own logic, without a bus.
@Suite @WidgetActor struct UsedSpaceTests {
    private let widget = UsedSpaceWidget()

    /// Here for its folder, which goes with it.
    private let bus: PrivateBus

    init() async throws {
        bus = try await PrivateBus.start()
        widget.defaults = NCWidgetDefaults(path: bus.folder + "/state/defaults")
    }

    private func update(_ used: UInt64, of total: UInt64) async throws -> NCUpdateResult {
        widget.readSpace = { _ in Space(total: total, used: used) }
        return try await widget.widgetPerformUpdate()
    }

    @Test func itShowsBarPercentageAndBytes() async throws {
        #expect(widget.content.tree.isEmpty)
        #expect(try await update(250_000_000_000, of: 500_000_000_000) == .newData)
        let tree = try widget.content.tree.validated()
        let row = tree.children[0].children
        #expect(row[0].kind == "progress" && row[0].attributes["value"] == 0.5)
        #expect(row[1].attributes["text"] == "50.0%" && row[1].attributes["alignment"] == "trailing")
        #expect(row[1].attributes["action"] == "today.toggle-display-mode")
        let now = Timestamp(microseconds: 0)
        #expect(tree.plainText(PlainText.Context(now: now)).split(separator: "\n").count == 1)
        let expanded = tree.plainText(PlainText.Context(now: now, displayMode: .expanded)).split(separator: "\n")
        #expect(expanded.dropFirst() == ["Used: 250 GB", "Free: 250 GB", "Total: 500 GB"])
    }

    @Test func onlyAChangeThatShowsIsNew() async throws {
        #expect(try await update(500_000, of: 1_000_000) == .newData)
        #expect(try await update(500_000, of: 1_000_000) == .noData)
        #expect(try await update(500_099, of: 1_000_000) == .noData)
        #expect(try await update(499_901, of: 1_000_000) == .noData)
        // Downwards too.
        #expect(try await update(499_899, of: 1_000_000) == .newData)
        #expect(try await update(500_000, of: 1_000_000) == .newData)
    }

    @Test func oddFileSystemsAreNoTrap() async throws {
        #expect(try await update(0, of: 0) == .newData)
        #expect(try await update(.max, of: 1) == .newData)
        _ = try widget.content.tree.validated()
        #expect(throws: NCWidgetError.self) { try Space.read(at: "/nowhere") }
        widget.readSpace = { _ in throw NCWidgetError("no disk") }
        await #expect(throws: NCWidgetError("no disk")) { try await widget.widgetPerformUpdate() }
    }

    @Test func usedIsWhatDfCallsUsed() throws {
        var status = statvfs()
        #expect(statvfs("/sys", &status) == 0)
        // No program writes there, so the values can be compared exactly.
        let space = try Space.read(at: "/sys")
        #expect(space.total == UInt64(status.f_blocks * status.f_frsize))
        #expect(space.used + space.free == space.total)
    }

    @Test func theBottomMarginIsTen() {
        let proposed = EdgeInsets(top: 4, left: 47, bottom: 39, right: 8)
        #expect(
            widget.widgetMarginInsets(forProposedMarginInsets: proposed)
                == EdgeInsets(top: 4, left: 47, bottom: 10, right: 8))
    }
}
