import DBus

/// The item: what the tray shows of a volume, and what it does with it.
actor VolumeItem: StatusNotifierItemService {
    static let path: ObjectPath = "/StatusNotifierItem"
    static let menuPath: ObjectPath = "/Menu"

    let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    /// What all is about. Whoever changes it calls ``didChange()``.
    var volume = Volume()
    /// What the tray was told last.
    private var shown = Volume()
    /// The menu of it, and how often it got other items.
    var shownMenu = MenuItem.menu(of: Volume())
    var menuRevision: UInt32 = 1

    init(_ connection: Connection) { self.connection = connection }

    /// Tells the tray what is no longer as it was.
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

    // MARK: What it looks like

    let category = "Hardware"
    let id = "tray-item"
    var title: String { volume.title }
    var status: String { volume.status }
    /// No name, so that the picture is shown.
    let iconName = ""
    var iconPixmap: [Picture] { [Picture(of: volume)] }
    var toolTip: ToolTip {
        ToolTip(iconName: "", pictures: iconPixmap, title: volume.title, text: volume.output.rawValue)
    }
    let itemIsMenu = false
    let menu = VolumeItem.menuPath

    // MARK: What is done with it

    func activate(x: Int32, y: Int32, for call: MethodCall) throws {
        volume.isMuted.toggle()
        try didChange()
    }

    /// The middle button.
    func secondaryActivate(x: Int32, y: Int32, for call: MethodCall) throws {
        volume.percent = 50
        try didChange()
    }

    /// Up is above 0 in Plasma, and below in Waybar; the specification does not say.
    func scroll(delta: Int32, orientation: String, for call: MethodCall) throws {
        guard orientation.lowercased() == "vertical" else { return }
        volume.change(by: delta > 0 ? 10 : -10)
        try didChange()
    }

    /// Only trays that draw no menus ask for it.
    func contextMenu(x: Int32, y: Int32, for call: MethodCall) {}
}

/// How loud it is, and where.
struct Volume: Equatable {
    enum Output: String, CaseIterable { case speakers = "Speakers", headphones = "Headphones" }

    var percent = 50
    var isMuted = false
    var output = Output.speakers

    var title: String { isMuted ? "Volume: muted" : "Volume: \(percent) %" }

    /// Silence is of no interest, and the loudest one is a warning.
    var status: String { percent == 0 ? "Passive" : percent == 100 ? "NeedsAttention" : "Active" }

    mutating func change(by step: Int) { percent = min(max(percent + step, 0), 100) }
}

extension Picture {
    /// A bar as high as the volume, blue, or grey when it is muted; 22 × 22 pixels, each of the bytes alpha, red, green, blue.
    init(of volume: Volume) {
        let side = 22
        let colour: [UInt8] = volume.isMuted ? [255, 128, 128, 128] : [255, 0, 0, 255]
        let height = side * volume.percent / 100
        let pixels = (0..<side).flatMap { row in
            Array(repeating: row >= side - height ? colour : [0, 0, 0, 0], count: side).flatMap { $0 }
        }
        self.init(width: Int32(side), height: Int32(side), bytes: pixels)
    }
}
