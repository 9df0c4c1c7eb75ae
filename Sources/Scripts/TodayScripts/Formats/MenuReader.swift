internal import TodayModel

/// Reads the menus of BitBar, xbar, Argos and SwiftBar: header lines, a line `---`, body lines. Each leading `--` is a
/// submenu level.
struct MenuReader {
    private var notes = ScriptNotes(.output)
    private var headline: [ScriptRow] = []
    /// The rows of each open level; the last row of a level is the parent of the next.
    private var open: [[ScriptRow]] = [[]]
    /// The line number of the last row.
    private var parentLine = 0
    private var rows = 0
    private var omitted = 0

    /// The maximum depth of submenus: content has at most ``Limits/depth`` levels.
    private static let deepest = Limits.depth - 4
    /// The number of rows that are kept: far more than content can show, so that a long submenu doesn't hide the
    /// others.
    static let mostRows = 16 * Limits.nodes

    static func read(_ text: String) -> ScriptOutput {
        var reader = MenuReader()
        var isBody = false
        for (number, line) in Lines(text) {
            let parsed = MenuLine(line)
            if !isBody, parsed.text.trimmed == "---" {
                isBody = true
            } else if isBody {
                reader.readBody(parsed, number)
            } else {
                reader.readHeader(parsed, number)
            }
        }
        var output = ScriptOutput(format: .xbar)
        output.headline = reader.headline
        output.body = reader.closed()
        output.omitted = reader.omitted
        output.notes = reader.notes.all
        return output
    }

    /// Returns whether a text looks like a menu: it has a line `---`, or a known key after a bar.
    static func isMenu(_ text: String) -> Bool {
        for (_, line) in Lines(text) {
            if line.trimmed == "---" { return true }
            guard line.utf8.contains(UInt8(ascii: "|")) else { continue }
            for (key, value) in MenuLine(line).parameters where value != nil {
                if MenuKey.named(key.lowercased()) != nil { return true }
            }
        }
        return false
    }

    private mutating func readHeader(_ line: MenuLine, _ number: Int) {
        if headline.count >= Self.mostHeaders {
            omitted += 1
            return
        }
        let row = row(line.text, parameters(line, number), number)
        if !row.isBlank { headline.append(row) }
    }

    private static let mostHeaders = 32

    private mutating func readBody(_ line: MenuLine, _ number: Int) {
        let dashes = line.text.utf8.prefix { $0 == UInt8(ascii: "-") }.count
        let trimmed = line.text.trimmed
        let isDivider = dashes >= 3 && trimmed.utf8.count == dashes
        // Some programs draw an even number of dashes as a line; `-----` is `---` of the first submenu.
        let level = isDivider ? (dashes % 2 == 0 ? 0 : (dashes - 3) / 2) : dashes / 2
        if isDivider {
            close(to: level)
            return add(.divider)
        }
        let text = Substring(line.text.utf8.dropFirst(level * 2))
        if text.trimmed.isEmpty, line.parameters.isEmpty { return }
        close(to: level)
        beginSubmenu(at: level)
        if rows >= Self.mostRows {
            omitted += 1
            return
        }
        let parameters = parameters(line, number)
        guard parameters.isInBody else { return }
        let row = row(text, parameters, number)
        if row.isBlank { return }
        parentLine = number
        add(row)
    }

    /// Closes submenus until none below `level` is open.
    private mutating func close(to level: Int) {
        while open.count > level + 1 { closeOne() }
    }

    /// Opens the submenu of the last row if the next row is deeper.
    private mutating func beginSubmenu(at level: Int) {
        let depth = open.count - 1
        guard level > depth, depth < Self.deepest, let parent = open[depth].last, !parent.isDivider else { return }
        if parent.action != nil { notes.add(line: parentLine, "the action is ignored because it has a submenu") }
        open.append([])
    }

    private mutating func closeOne() {
        let children = open.removeLast()
        guard let parent = open.indices.last, let row = open[parent].indices.last else { return }
        open[parent][row].children += children
    }

    private mutating func closed() -> [ScriptRow] {
        while open.count > 1 { closeOne() }
        return open[0]
    }

    private mutating func add(_ row: ScriptRow) {
        guard rows < Self.mostRows else {
            omitted += 1
            return
        }
        rows += 1
        open[open.count - 1].append(row)
    }

    /// Returns the values of the keys of a line.
    private mutating func parameters(_ line: MenuLine, _ number: Int) -> MenuParameters {
        var parameters = MenuParameters()
        for (key, value) in line.parameters {
            let trouble =
                value.map { parameters.set(key, $0) } ?? "\(key.excerpt) is not a key with a value, so it is ignored"
            if let trouble { notes.add(line: number, trouble) }
        }
        return parameters
    }

    private mutating func row(_ text: Substring, _ parameters: MenuParameters, _ number: Int) -> ScriptRow {
        var row = ScriptRow()
        row.spans = parameters.spans(String(text))
        row.tooltip = parameters.tooltip.map(ForeignText.title).flatMap { $0.isEmpty ? nil : $0 }
        if let length = parameters.length {
            let whole = row.text
            if StyledText.cut(&row.spans, to: length), row.tooltip == nil { row.tooltip = whole }
        }
        row.color = parameters.color
        row.isMonospaced = parameters.isMonospaced || !parameters.trims
        row.badge = parameters.badge.map(ForeignText.title).flatMap { $0.isEmpty ? nil : $0 }
        row.picture = parameters.picture.map(ScriptRow.Picture.data) ?? parameters.icon.map(ScriptRow.Picture.icon)
        row.pictureWidth = parameters.pictureWidth.map(Double.init)
        row.pictureHeight = parameters.pictureHeight.map(Double.init)
        row.isChecked = parameters.isChecked
        row.isDisabled = parameters.isDisabled
        row.isAlternate = parameters.isAlternate
        row.action = parameters.action { notes.add(line: number, $0) }
        return row
    }
}
