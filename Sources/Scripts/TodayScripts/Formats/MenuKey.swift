internal import DBus
internal import TodayModel

/// A key that a line of a menu may have after its first bar, for the parser, the check and the manual page.
package struct MenuKey: Sendable {
    /// The programs whose menus have the key.
    package enum Family: String, CaseIterable, Hashable, Sendable { case xbar, argos = "Argos", swiftbar = "SwiftBar" }

    /// The type and destination of a value.
    enum Target: Sendable {
        case flag(any WritableKeyPath<MenuParameters, Bool> & Sendable)
        case text(any WritableKeyPath<MenuParameters, String?> & Sendable)
        case number(any WritableKeyPath<MenuParameters, Int?> & Sendable)
        case color
        case font
        case picture
        case icon
        /// The `1` of `param1`.
        case argument
        /// Without effect here.
        case nothing
    }

    /// The name as written; case doesn't matter.
    package let name: String
    package let families: Set<Family>
    let target: Target
    /// The effect, in one or two sentences.
    package let meaning: String

    private init(_ name: String, _ families: Set<Family>, _ target: Target, _ meaning: String) {
        self.name = name
        self.families = families
        self.target = target
        self.meaning = meaning
    }

    /// Whether it has an effect.
    package var isUsed: Bool { if case .nothing = target { false } else { true } }

    /// The type of its value, for users.
    package var type: String {
        switch target {
        case .flag: "true or false"
        case .text, .argument: "text"
        case .number: "number"
        case .color: "color"
        case .font: "font"
        case .picture: "base64"
        case .icon: "icon"
        case .nothing: "ignored"
        }
    }

    private static let every = Set(Family.allCases)
    private static let none: Set<Family> = []

    /// Returns the key of a name, which is in lower case.
    static func named(_ name: String) -> MenuKey? {
        if name.hasPrefix("param"), name.utf8.count > 5,
            name.utf8.dropFirst(5).allSatisfy({ (0x30...0x39).contains($0) })
        {
            return byName["paramn"]
        }
        return byName[name]
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name.lowercased(), $0) })

    /// All keys, in the order of the manual page.
    package static let all: [MenuKey] = [
        MenuKey("href", every, .text(\.href), "The URL that a tap opens."),
        MenuKey(
            "bash", every, .text(\.command),
            "The command that a tap runs. An absolute path with parameters, or without spaces, is a program. "
                + "Anything else is a shell command, which bash runs."),
        MenuKey("shell", [.xbar, .swiftbar], .text(\.command), "The same key as `bash`."),
        MenuKey("paramN", every, .argument, "The arguments of `bash`: `param1`, `param2`, and so on."),
        MenuKey(
            "terminal", every, .flag(\.runsInTerminal),
            "With `false`, the command runs without a terminal. Otherwise, it runs in one."),
        MenuKey("refresh", every, .flag(\.refreshes), "With `true`, a tap runs the script again, after the command."),
        MenuKey("stdin", [.swiftbar], .text(\.input), "The line that a tap writes to the standard input of a stream."),
        MenuKey(
            "color", every, .color,
            "The color of the text: a CSS name, `#rgb`, `#rrggbb`, or `rgb(r,g,b)`. It becomes a color role. If a "
                + "comma separates two colors, the first is used."),
        MenuKey(
            "font", every, .font,
            "The font. A name such as `Menlo` makes the text `monospaced`; proportional fonts have no effect."),
        MenuKey("size", every, .nothing, "The text size; the theme defines it."),
        MenuKey(
            "length", every, .number(\.length),
            "The maximum number of characters. Longer texts are cut off; the tooltip shows the whole text."),
        MenuKey(
            "trim", every, .flag(\.trims), "With `false`, the text keeps the spaces around it and is `monospaced`."),
        MenuKey(
            "alternate", every, .flag(\.isAlternate),
            "With `true`, the row appears only in the expanded mode, in the color `secondary`."),
        MenuKey("dropdown", every, .flag(\.isInBody), "With `false`, the body doesn't show the line."),
        MenuKey(
            "disabled", [.xbar, .swiftbar], .flag(\.isDisabled),
            "With `true`, the user can't tap the row. Its color is `secondary`."),
        MenuKey(
            "image", every, .picture,
            "A PNG picture in base64, at most 512 pixels wide and high. If a comma separates two pictures, the first "
                + "is used."),
        MenuKey("templateImage", [.xbar, .swiftbar], .picture, "The same as `image`."),
        MenuKey("imageWidth", [.argos, .swiftbar], .number(\.pictureWidth), "The width of the image, in points."),
        MenuKey("imageHeight", [.argos, .swiftbar], .number(\.pictureHeight), "The height of the image, in points."),
        MenuKey("iconName", [.argos], .icon, "The name of an icon in the theme; `image` overrides it."),
        MenuKey("tooltip", [.swiftbar], .text(\.tooltip), "Text that appears while the pointer rests on the row."),
        MenuKey("checked", [.swiftbar], .flag(\.isChecked), "With `true`, the row starts with a check mark."),
        MenuKey("badge", [.swiftbar], .text(\.badge), "A short text at the end of the row."),
        MenuKey(
            "ansi", every, .flag(\.readsANSI),
            "With `false`, terminal colors are removed. Otherwise, they become color roles."),
        MenuKey("emojize", every, .flag(\.readsEmoji), "With `false`, emoji codes such as `:smile:` aren't replaced."),
        MenuKey(
            "useMarkup", [.argos], .flag(\.stripsMarkup),
            "With `false`, `<b>` and other Pango tags stay in the text. Otherwise, they are removed."),
        MenuKey(
            "unescape", [.argos], .flag(\.readsEscapes), "With `false`, `\\n` and `\\t` in the text aren't replaced."),
        MenuKey(
            "md", [.swiftbar], .flag(\.stripsMarkdown), "With `true`, Markdown marks are removed from the text."),
        MenuKey("symbolize", [.swiftbar], .nothing, "SF Symbols in the text; only macOS has them."),
        MenuKey("sfimage", [.swiftbar], .nothing, "An SF Symbol."),
        MenuKey("sfcolor", [.swiftbar], .nothing, "The color of an SF Symbol."),
        MenuKey("sfsize", [.swiftbar], .nothing, "The size of an SF Symbol."),
        MenuKey("sfconfig", [.swiftbar], .nothing, "The appearance of an SF Symbol."),
        MenuKey(
            "webview", [.swiftbar], .nothing, "With `true`, SwiftBar shows `href` in the menu. Here, a tap opens it."),
        MenuKey("webvieww", [.swiftbar], .nothing, "The width of the web view."),
        MenuKey("webviewh", [.swiftbar], .nothing, "The height of the web view."),
        MenuKey("key", [.xbar], .nothing, "A keyboard shortcut."),
        MenuKey("shortcut", [.swiftbar], .nothing, "A keyboard shortcut."),
        MenuKey("eval", [.argos], .nothing, "Code for GNOME Shell; it never runs."),
    ]
}

/// The values of the keys in one line of a menu.
struct MenuParameters: Sendable {
    var href: String?
    var command: String?
    var arguments: [Int: String] = [:]
    var runsInTerminal = true
    var refreshes = false
    var input: String?
    var color: ContentColor?
    var isMonospaced = false
    var length: Int?
    var trims = true
    var isAlternate = false
    var isInBody = true
    var isDisabled = false
    var picture: [UInt8]?
    var pictureWidth: Int?
    var pictureHeight: Int?
    var icon: String?
    var tooltip: String?
    var isChecked = false
    var badge: String?
    var readsANSI = true
    var readsEmoji = true
    var stripsMarkup = true
    var readsEscapes = true
    var stripsMarkdown = false

    /// Sets a key to a value.
    ///
    /// - Returns: The reason why the key has no effect, or nil.
    mutating func set(_ written: String, _ value: String) -> String? {
        let name = written.lowercased()
        guard let key = MenuKey.named(name) else {
            return "\(written.excerpt) is an unknown key, so it is ignored"
        }
        func bad(_ reason: String) -> String { "\(key.name): \(value.excerpt) \(reason), so it is ignored" }
        switch key.target {
        case .flag(let path):
            // Without the key, a command runs in a terminal; only "false" prevents that.
            guard let flag = value.boolValue else { return bad("isn't true or false") }
            self[keyPath: path] = flag
        case .text(let path):
            self[keyPath: path] = value
        case .number(let path):
            guard let number = Int(value) ?? Double(value).flatMap({ Int(exactly: $0.rounded()) }),
                (1...100_000).contains(number)
            else { return bad("isn't a number above 0") }
            self[keyPath: path] = number
        case .color:
            guard let role = ColorRole.role(of: value) else { return bad("isn't a color") }
            color = role
        case .font:
            isMonospaced = Self.isFixed(value)
            if !isMonospaced { return "\(key.name): only monospaced fonts have an effect, so it is ignored" }
        case .picture:
            let first = value.utf8.prefix { $0 != UInt8(ascii: ",") }
            switch PictureData.read(String(Substring(first))) {
            case .success(let bytes): picture = bytes
            case .failure(let fault): return "\(key.name) is ignored: \(fault.message)"
            }
        case .icon:
            let name = ForeignText.title(value)
            if name.isEmpty || name.utf8.contains(UInt8(ascii: "/")) { return bad("isn't the name of an icon") }
            icon = name
        case .argument:
            guard let index = Int(name.dropFirst(5)), index < 1000 else { return bad("has a number that is too large") }
            arguments[index] = value
        case .nothing:
            return "\(key.name) has no effect here: \(key.meaning.replacingBackticks)"
        }
        return nil
    }

    /// Whether a font name is that of a monospaced font.
    private static func isFixed(_ name: String) -> Bool {
        let name = name.lowercased()
        return [
            "mono", "courier", "menlo", "consolas", "monaco", "code", "hack", "terminal", "fixed", "typewriter",
            "iosevka",
            "andale", "inconsolata", "terminus",
        ].contains { name.contains($0) }
    }

    /// Returns the spans of the text before the bar.
    func spans(_ text: String) -> [ScriptRow.Span] {
        var text = text
        if readsEscapes { text = StyledText.unescaped(text) }
        if readsEmoji { text = Emoji.replaced(in: text) }
        if trims { text = String(text.trimmed) }
        if stripsMarkup { text = Markup.stripped(text) }
        if stripsMarkdown { text = Markup.withoutMarkdown(text) }
        return StyledText.spans(text, isColored: readsANSI)
    }

    /// Returns the effect of a tap; nil for nothing.
    func action(_ notes: (String) -> Void) -> ScriptAction? {
        var action = ScriptAction()
        if let href {
            action.href = ScriptAction.url(href)
            if action.href == nil { notes("href: \(href.excerpt) isn't a URL to open, so it is ignored") }
        }
        if let command, !command.isEmpty {
            let values = arguments.sorted { $0.key < $1.key }.map(\.value)
            action.command = ScriptAction.command(command, parameters: values)
            action.runsInTerminal = runsInTerminal
        }
        action.refreshes = refreshes
        action.input = input
        return action.isEmpty || isDisabled ? nil : action
    }
}

extension String {
    fileprivate var replacingBackticks: String { escaping { $0 == "`" ? "" : nil } }
}
