internal import DBus
package import TodayModel

/// The same widget on one of many machines, reduced to the parts that a fleet shows.
package struct FleetMachine: Hashable, Sendable {
    /// Whether the machine's last will says that it is gone.
    package var isOffline = false
    /// The first line of the widget's error; empty without one.
    package var error = ""
    package var attention = WidgetAttention.none
    /// The first texts of the content.
    package var details: [String] = []
    /// The value of the first progress, 0 to 1.
    package var progress: Double?
    /// The last value of the first chart.
    package var value: Double?
    /// The unit of the chart.
    package var unit: String?
    /// The time of the content; never if it is unknown.
    package var time = Timestamp.never

    private static let maximumDetails = 3
    private static let detailScalars = 120

    package init() {}

    /// Takes the parts of a content tree.
    package mutating func show(_ content: Content) {
        (details, progress, value, unit) = ([], nil, nil, nil)
        collect(content)
    }

    private mutating func collect(_ content: Content) {
        switch ContentKind(rawValue: content.kind) {
        case .text:
            if details.count < Self.maximumDetails, let text = content.text(.text) {
                let line = String(ForeignText.title(text).unicodeScalars.prefix(Self.detailScalars))
                if !line.isEmpty { details.append(line) }
            }
        case .progress: if progress == nil { progress = content[.value]?.number }
        case .chart:
            if value == nil, let last = content[.values]?.elements?.last?.number {
                (value, unit) = (last, content.text(.unit))
            }
        default: break
        }
        for child in content.children { collect(child) }
    }
}

/// The reason why a machine of a fleet is named. The worst comes first.
struct FleetTrouble: Comparable, Sendable {
    enum Kind: Int, Sendable { case alert, error, offline }

    let kind: Kind
    let machine: String

    init?(_ machine: FleetMachine, _ name: String) {
        if machine.isOffline {
            kind = .offline
        } else if machine.attention == .alert {
            kind = .alert
        } else if !machine.error.isEmpty {
            kind = .error
        } else {
            return nil
        }
        self.machine = name
    }

    static func < (left: FleetTrouble, right: FleetTrouble) -> Bool {
        left.kind == right.kind ? left.machine < right.machine : left.kind.rawValue < right.kind.rawValue
    }
}

/// A number of a machine. The machine orders equal numbers.
struct FleetNumber: Comparable, Sendable {
    let number: Double
    let machine: String

    static func < (left: FleetNumber, right: FleetNumber) -> Bool {
        left.number == right.number ? left.machine < right.machine : left.number < right.number
    }
}
