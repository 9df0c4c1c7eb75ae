internal import DBus

/// The rules between the attributes of a node.
extension ContentValidator {
    func checkCombination(_ attributes: [String: DBusValue], of kind: ContentSchema.Kind) throws(Fault) {
        for attribute in kind.attributes {
            if case .refused = attribute.absence, attributes[attribute.name] == nil {
                throw fault(attribute.name, "it is missing; every \(kind.kind.rawValue) needs it")
            }
        }
        for rule in kind.rules { try check(rule, attributes, of: kind.kind) }
    }

    private func check(
        _ rule: ContentSchema.Rule, _ attributes: [String: DBusValue], of kind: ContentKind
    ) throws(Fault) {
        switch rule {
        case .exactlyOne(let first, let second):
            switch (attributes[first], attributes[second]) {
            case (nil, nil):
                let names = "\(first.rawValue) or \(second.rawValue)"
                throw fault("", "every \(kind.rawValue) needs \(names)")
            case (_?, let extra?): throw fault(second, "\(extra.excerpt) is given as well as \(first.rawValue)")
            default: break
            }
        case .together(let first, let second):
            switch (attributes[first], attributes[second]) {
            case (let given?, nil): throw fault(first, "\(given.excerpt) is given without \(second.rawValue)")
            case (nil, let given?): throw fault(second, "\(given.excerpt) is given without \(first.rawValue)")
            default: break
            }
        case .without(let name, let other):
            if let given = attributes[name], attributes[other] != nil {
                throw fault(name, "\(given.excerpt) is given as well as \(other.rawValue)")
            }
        case .notBefore(let late, let early):
            if let end = attributes[late]?.integer, let start = attributes[early]?.integer, end < start {
                throw fault(late, "\(end) is before \(early.rawValue), \(start)")
            }
        case .notAbove(let low, let high):
            if let least = attributes[low]?.number, let most = attributes[high]?.number, least > most {
                throw fault(low, "\(least.excerpt) is above \(high.rawValue), \(most.excerpt)")
            }
        case .filled(let name, let cause):
            guard attributes[cause] != nil else { return }
            let demand = "every \(kind.rawValue) with \(cause.rawValue) needs"
            guard let given = attributes[name] else { throw fault(name, "it is missing; \(demand) it") }
            if given == .string("") { throw fault(name, "\"\" is empty; \(demand) one") }
        case .below(let low, let high):
            if let least = number(low, attributes, of: kind), let most = number(high, attributes, of: kind),
                least >= most
            {
                throw fault(high, "\(most.excerpt) is not above \(low.rawValue), \(least.excerpt)")
            }
        case .within(let name, let low, let high):
            if let value = number(name, attributes, of: kind), let least = number(low, attributes, of: kind),
                let most = number(high, attributes, of: kind), !(least...most).contains(value)
            {
                throw fault(name, "\(value.excerpt) is outside \(least.excerpt)…\(most.excerpt)")
            }
        case .sendsValue(let name):
            if let given = attributes[name] {
                throw fault(name, "\(given.excerpt) is given, but a tap sends the new value")
            }
        }
    }

    /// Returns a number of a node; if it isn't given, the kind's default.
    private func number(
        _ name: ContentAttribute, _ attributes: [String: DBusValue], of kind: ContentKind
    ) -> Double? {
        (attributes[name] ?? ContentSchema.entry(for: kind.rawValue).defaults[name.rawValue])?.number
    }
}
