internal import DBus

/// The rules for attributes of one kind that depend on one another.
extension ContentValidator {
    func checkCombination(_ attributes: [String: DBusValue], of kind: ContentKind) throws(Fault) {
        switch kind {
        case .column, .row, .grid, .list, .divider, .spacer: break
        case .text: try require("text", of: kind, in: attributes)
        case .button: try require("label", of: kind, in: attributes)
        case .timer: try checkExactlyOne("until", "since", of: kind, in: attributes)
        case .progress: try checkProgress(attributes)
        case .image: try checkImage(attributes)
        case .toggle:
            try require("label", of: kind, in: attributes)
            try require("value", of: kind, in: attributes)
            if let parameter = attributes["parameter"] {
                throw fault("parameter", "\(parameter.excerpt) is given, but a toggle sends its new state")
            }
        case .chart:
            try require("values", of: kind, in: attributes)
            if let low = attributes["minimum"]?.number, let high = attributes["maximum"]?.number, low > high {
                throw fault("minimum", "\(low.excerpt) is above maximum, \(high.excerpt)")
            }
        }
    }

    private func require(_ name: String, of kind: ContentKind, in attributes: [String: DBusValue]) throws(Fault) {
        if attributes[name] == nil { throw fault(name, "it is missing; every \(kind.rawValue) needs it") }
    }

    private func checkExactlyOne(
        _ first: String, _ second: String, of kind: ContentKind, in attributes: [String: DBusValue]
    ) throws(Fault) {
        switch (attributes[first], attributes[second]) {
        case (nil, nil): throw fault("", "\(kind.rawValue) without \(first) or \(second), and one of them is needed")
        case (_?, let extra?): throw fault(second, "\(extra.excerpt) is given as well as \(first)")
        default: break
        }
    }

    private func checkProgress(_ attributes: [String: DBusValue]) throws(Fault) {
        switch (attributes["since"], attributes["until"]) {
        case (nil, nil): return
        case (let since?, nil): throw fault("since", "\(since.excerpt) is given without until")
        case (nil, let until?): throw fault("until", "\(until.excerpt) is given without since")
        case (let since?, let until?):
            if attributes["value"] != nil { throw fault("since", "\(since.excerpt) is given as well as value") }
            if let start = since.integer, let end = until.integer, start > end {
                throw fault("until", "\(end) is before since, \(start)")
            }
        }
    }

    private func checkImage(_ attributes: [String: DBusValue]) throws(Fault) {
        try checkExactlyOne("icon", "data", of: .image, in: attributes)
        guard attributes["data"] != nil else { return }
        guard let description = attributes["description"] else {
            throw fault("description", "it is missing; every image with data needs it")
        }
        if description == .string("") { throw fault("description", "\"\" is empty; every image with data needs one") }
    }
}
