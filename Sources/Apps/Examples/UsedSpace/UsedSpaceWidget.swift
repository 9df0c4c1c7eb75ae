import Glibc
import NotificationCenter

/// The used space of a file system, that of the home folder or of a folder that the user chooses: a bar and the
/// percentage, and the bytes when expanded.
@main
final class UsedSpaceWidget: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.UsedSpace"

    @NCSetting("Folder") var folder = ""
    @NCSetting("Unit") var unit = Unit.decimal
    enum Unit: String { case decimal = "GB", binary = "GiB" }

    var readSpace = { try Space.read(at: $0) }
    lazy var defaults = NCWidgetDefaults(extensionContext?.widgetIdentifier ?? "org.example.UsedSpace")
    private var space: Space?

    /// Whether the last reading is of this folder.
    var isSameFolder: Bool { defaults.string(forKey: "folder") ?? "" == folder }

    var content: WidgetContent {
        if let space {
            Column {
                Row {
                    Progress(value: space.rate).accessibilityLabel("Used space")
                    Text(NCFormat.percent(space.rate), alignment: .trailing).action(.toggleDisplayMode)
                }
                Text("Used: \(bytes(space.used))", style: .caption).modes(.expanded)
                Text("Free: \(bytes(space.free))", style: .caption).modes(.expanded)
                Text("Total: \(bytes(space.total))", style: .caption).modes(.expanded)
            }
        }
    }

    func bytes(_ count: UInt64) -> String {
        NCFormat.byteCount(count, binary: unit == .binary)
    }

    var preferredContentSize: Size? {
        Size(width: 0, height: extensionContext?.widgetActiveDisplayMode == .expanded ? 106 : 37)
    }

    func beginRequest(with context: NSExtensionContext) {
        context.widgetActiveDisplayMode = .compact
        if isSameFolder, let total = defaults.integer(forKey: "total"), let used = defaults.integer(forKey: "used") {
            space = Space(total: UInt64(clamping: total), used: UInt64(clamping: used))
        }
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        // While a panel is visible, update more often than the manifest says: reading is cheap.
        if let context = extensionContext, context.isViewing { context.requestUpdate(at: .now + .seconds(10)) }
        let current = try readSpace(folder.isEmpty ? NCDirectories.home : folder)
        if isSameFolder, let space, abs(current.rate - space.rate) < 0.0001 { return .noData }
        space = current
        defaults.set([
            "total": .integer(Int64(clamping: current.total)), "used": .integer(Int64(clamping: current.used)),
            "folder": .string(folder),
        ])
        return .newData
    }

    func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: EdgeInsets) -> EdgeInsets {
        var insets = defaultMarginInsets
        insets.bottom = 10
        return insets
    }
}

/// The size of a file system in bytes. Used is the same as in `df`. Blocks reserved for the superuser count as free, so
/// that used and free add up to the total.
struct Space {
    let total, used: UInt64
    var free: UInt64 { total - min(used, total) }
    var rate: Double { total == 0 ? 0 : min(Double(used) / Double(total), 1) }

    static func read(at path: String) throws -> Space {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else {
            throw NCWidgetError("Can’t read the size of \(path): \(String(cString: strerror(errno)))")
        }
        func bytes(_ blocks: UInt) -> UInt64 { UInt64(clamping: UInt128(blocks) * UInt128(status.f_frsize)) }
        return Space(total: bytes(status.f_blocks), used: bytes(status.f_blocks - min(status.f_bfree, status.f_blocks)))
    }
}
