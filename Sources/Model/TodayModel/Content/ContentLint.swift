internal import DBus

/// A likely mistake in a tree.
package struct ContentFinding: Hashable, Sendable {
    /// The severity of a finding.
    package enum Severity: String, Sendable {
        /// The center refuses the tree.
        case error
        /// The center accepts the tree, but panels show it differently, or not at all.
        case warning
    }

    package let severity: Severity
    /// The path and the problem.
    package let fault: Fault

    package init(_ severity: Severity, _ fault: Fault) {
        self.severity = severity
        self.fault = fault
    }

    /// Returns the same finding with a path that starts at the container of the tree, which has it under the key
    /// `prefix`.
    package func below(_ prefix: String) -> ContentFinding { ContentFinding(severity, fault.below(prefix)) }
}

extension Content {
    /// Returns the attributes and kinds in the JSON form of a tree that are unknown, ignored or out of range, in the
    /// order of the nodes.
    ///
    /// If no finding is an error, ``parse(json:)`` accepts the text.
    package static func findings(json: String) -> [ContentFinding] {
        let value: JSON
        do throws(Fault) { value = try JSONParser.parse(json, isContent: true) } catch {
            return [ContentFinding(.error, error)]
        }
        var lint = ContentLint()
        lint.check(value)
        var findings = lint.findings
        // Faults of the whole tree: its size, or a duplicate id.
        do throws(Fault) { _ = try parse(json: json) } catch {
            let isKnown = findings.contains { $0.severity == .error && $0.fault.path == error.path }
            if !isKnown { findings.append(ContentFinding(.error, error)) }
        }
        return findings
    }
}

/// Checks a tree without stopping at the first fault.
private struct ContentLint {
    private(set) var findings: [ContentFinding] = []
    private var validator = ContentValidator(source: .json)

    mutating func check(_ value: JSON) {
        guard case .object(let members) = value else { return report(.error, "", "\(value.excerpt) is not an object") }
        if validator.isAtRoot, members.isEmpty { return }
        var kind = ""
        var children: [JSON] = []
        var attributes: [(name: String, value: DBusValue)] = []
        for member in members {
            let (name, value) = (member.name, member.value)
            switch (name, value) {
            case ("kind", .string(let text)): kind = text
            case ("children", .array(let elements)): children = elements
            case ("kind", _): report(.error, name, "\(value.excerpt) is not a string")
            case ("children", _): report(.error, name, "\(value.excerpt) is not an array")
            default: attributes.append((name, value.dbusValue))
            }
        }
        // ``Content/parse(json:)`` does the same.
        if validator.isAtRoot, kind.isEmpty, attributes.isEmpty, children.isEmpty, findings.isEmpty { return }
        check(attributes, of: kind, hasChildren: !children.isEmpty)
        for (index, child) in children.enumerated() {
            validator.descend(to: index)
            check(child)
            validator.ascend()
        }
    }

    private mutating func check(_ attributes: [(name: String, value: DBusValue)], of name: String, hasChildren: Bool) {
        let kind = ContentKind(rawValue: name)
        let values = Dictionary(attributes) { first, _ in first }
        if name.isEmpty {
            report(.error, "kind", "it is missing or empty")
        } else if kind == nil {
            let known = ContentKind.allCases.map(\.rawValue).joined(separator: ", ")
            let shown = values[.fallback] != nil ? "its fallback" : hasChildren ? "its children" : "nothing"
            report(.warning, "kind", "\(name.excerpt) isn't one of \(known); panels show \(shown)")
        }
        let entry = ContentSchema.entry(for: name)
        for (attribute, value) in attributes {
            if let type = entry.types[attribute] {
                check(value, as: type, attribute)
            } else if let kind {
                reportUnknown(attribute, of: kind)
            }
        }
        guard let kind = entry.kind else { return }
        if hasChildren, !kind.showsChildren {
            report(.warning, "children", "\(name) has no children, so they are ignored")
        }
        if kind.kind.needsFallback, values[.fallback] == nil {
            report(.warning, .fallback, "it is missing; panels of version \(kind.since - 1) show nothing without it")
        }
        reportIgnored(values, of: kind.kind)
        do throws(Fault) { try validator.checkCombination(values, of: kind) } catch {
            findings.append(ContentFinding(.error, error))
        }
    }

    private mutating func check(_ value: DBusValue, as type: AttributeType, _ name: String) {
        do throws(Fault) { _ = try validator.normalized(value, as: type, name: name) } catch {
            return findings.append(ContentFinding(.error, error))
        }
        switch type {
        case .word(let words):
            if case .string(let word) = value.unwrapped { check(word, words, name) }
        case .words(let words):
            let elements = value.elements ?? []
            if elements.isEmpty { report(.warning, name, "it is empty, so the node is never shown") }
            for (index, element) in elements.enumerated() {
                if case .string(let word) = element.unwrapped { check(word, words, "\(name)[\(index)]") }
            }
        case .length:
            if let length = value.number, length > Limits.drawnLength {
                report(
                    .warning, name, "\(length.excerpt) is above \(Limits.drawnLength.excerpt), which is drawn instead")
            }
        case .timestamp:
            // A year in microseconds is a larger number than today's time in seconds or milliseconds.
            if let time = value.integer, (1..<31_536_000_000_000).contains(time) {
                report(.warning, name, "\(time) is in 1970; times are microseconds since then")
            }
        default: break
        }
    }

    private mutating func check(_ word: String, _ words: [String], _ name: String) {
        if words.contains(word) { return }
        report(.warning, name, "\(word.excerpt) isn't one of \(words.joined(separator: ", ")), so it is ignored")
    }

    private mutating func reportUnknown(_ attribute: String, of kind: ContentKind) {
        let others = ContentSchema.kinds(with: attribute).map(\.rawValue)
        let hint = others.isEmpty ? "" : " (\(others.joined(separator: ", ")) may have it)"
        let own = ContentSchema.ownAttributes(of: kind)
        let list = own.isEmpty ? "" : "; \(kind.rawValue) has \(own.joined(separator: ", "))"
        report(.warning, attribute, "not an attribute of \(kind.rawValue), so it is ignored\(hint)\(list)")
    }

    /// Reports known attributes that have no effect beside the others.
    private mutating func reportIgnored(_ values: [String: DBusValue], of kind: ContentKind) {
        if let after = values[.showAfter]?.integer, let before = values[.showBefore]?.integer, after >= before {
            let start = ContentAttribute.showAfter.rawValue
            report(.warning, .showBefore, "\(before) is not after \(start), so the node is never shown")
        }
        guard kind == .timer else { return }
        let hasEnd = values[.until] != nil
        if !hasEnd, values[.finishedText] != nil {
            report(.warning, .finishedText, "it is ignored without \(ContentAttribute.until.rawValue)")
        }
        let other = hasEnd ? ContentTimerStyle.elapsed : .countdown
        if case .string(other.rawValue)? = values[.style]?.unwrapped {
            let given = hasEnd ? ContentAttribute.until : .since
            report(.warning, .style, "\(other.rawValue.excerpt) is ignored with \(given.rawValue)")
        }
    }

    private mutating func report(
        _ severity: ContentFinding.Severity, _ attribute: ContentAttribute, _ message: String
    ) {
        report(severity, attribute.rawValue, message)
    }

    private mutating func report(_ severity: ContentFinding.Severity, _ attribute: String, _ message: String) {
        findings.append(ContentFinding(severity, validator.fault(attribute, message)))
    }
}
