import DBus

/// The tray item: its appearance for a volume, and the actions on it.
actor VolumeItem: StatusNotifierItemService {
    static let path: ObjectPath = "/StatusNotifierItem"
    static let menuPath: ObjectPath = "/Menu"

    let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    /// The model. After you change it, call ``didChange()``.
    var volume = Volume()
    /// The volume that the tray was last notified of.
    private var shown = Volume()
    /// The current menu, and its revision, which increases when its items change.
    var shownMenu = MenuItem.menu(of: Volume())
    var menuRevision: UInt32 = 1

    init(_ connection: Connection) { self.connection = connection }

    /// Notifies the tray of changed properties.
    func didChange() throws {
        if volume == shown { return }
        let statusChanges = volume.status != shown.status
        shown = volume
        try emitNewTitle(at: Self.path)
        try emitNewIcon(at: Self.path)
        try emitNewToolTip(at: Self.path)
        if statusChanges { try emitNewStatus(status: status, at: Self.path) }
        try menuDidChange()
    }

    // MARK: Appearance

    let category = "Hardware"
    let id = "tray-item"
    var title: String { volume.title }
    var status: String { volume.status }
    /// Empty, so that the tray shows the pixmap.
    let iconName = ""
    var iconPixmap: [Picture] { [Picture(of: volume)] }
    var toolTip: ToolTip {
        ToolTip(iconName: "", pictures: iconPixmap, title: volume.title, text: volume.output.rawValue)
    }
    let itemIsMenu = false
    let menu = VolumeItem.menuPath

    // MARK: Actions

    func activate(x: Int32, y: Int32, for call: MethodCall) throws {
        volume.isMuted.toggle()
        try didChange()
    }

    /// Handles the middle button.
    func secondaryActivate(x: Int32, y: Int32, for call: MethodCall) throws {
        volume.percent = 50
        try didChange()
    }

    /// Handles the wheel. Up is above 0 in Plasma, and below in Waybar; the specification doesn't define it.
    func scroll(delta: Int32, orientation: String, for call: MethodCall) throws {
        guard orientation.lowercased() == "vertical" else { return }
        volume.change(by: delta > 0 ? 10 : -10)
        try didChange()
    }

    /// Does nothing: only trays that don't draw menus call it.
    func contextMenu(x: Int32, y: Int32, for call: MethodCall) {}
}

/// A volume and its output.
struct Volume: Equatable {
    enum Output: String, CaseIterable { case speakers = "Speakers", headphones = "Headphones" }

    var percent = 50
    var isMuted = false
    var output = Output.speakers

    var title: String { isMuted ? "Volume: muted" : "Volume: \(percent) %" }

    /// The status for the tray: silence is passive, and the maximum is a warning.
    var status: String { percent == 0 ? "Passive" : percent == 100 ? "NeedsAttention" : "Active" }

    mutating func change(by step: Int) { percent = min(max(percent + step, 0), 100) }
}

extension Picture {
    /// Makes a bar as high as the volume, blue, or gray when muted; 22 × 22 pixels, each with the bytes alpha, red,
    /// green, blue.
    init(of volume: Volume) {
        let side = 22
        let color: [UInt8] = volume.isMuted ? [255, 128, 128, 128] : [255, 0, 0, 255]
        let height = side * volume.percent / 100
        let pixels = (0..<side).flatMap { row in
            Array(repeating: row >= side - height ? color : [0, 0, 0, 0], count: side).flatMap { $0 }
        }
        self.init(width: Int32(side), height: Int32(side), bytes: pixels)
    }
}
