extension IntrospectedNode {
    /// The maximum size of a document, in bytes.
    public static let maximumSize = 16 << 20

    /// Reads an introspection document.
    ///
    /// You can read untrusted documents: time and memory are always in proportion to the size of the document. Elements
    /// and attributes that the specification doesn't define are ignored. Documentation comes from the annotation
    /// `org.gtk.GDBus.DocString`, or else from the elements `doc:doc` and `tp:docstring`, or else from a comment
    /// directly before an element.
    ///
    /// - Throws: ``IntrospectionError`` when it is larger than ``maximumSize``, not well formed, or contains a name, a
    ///   type, a direction or an access that the specification doesn't allow.
    public init(xml: String) throws(IntrospectionError) {
        guard xml.utf8.count <= Self.maximumSize else {
            throw IntrospectionError(line: 1, reason: "the document is larger than \(Self.maximumSize) bytes")
        }
        var parser = IntrospectionParser(xml)
        self = try parser.document()
    }
}

/// Parses the elements of a document.
private struct IntrospectionParser {
    /// Contents that every element may have in addition to its own.
    private struct Notes {
        var annotations: IntrospectedNode.Annotations = [:]
        /// The text from a documentation element.
        var text: String?
        /// The text from the comment before the element.
        var comment: String?

        var documentation: String? {
            let all = [annotations["org.gtk.GDBus.DocString"], text, comment]
            return all.lazy.compactMap { $0 }.first { !$0.isEmpty }
        }
    }

    private typealias Attributes = [String: String]

    private var reader: XMLReader
    /// The last comment, until an element begins or ends.
    private var comment: String?

    init(_ document: String) { reader = XMLReader(document) }

    mutating func document() throws(IntrospectionError) -> IntrospectedNode {
        while true {
            switch try reader.next() {
            case .comment(let text): comment = Self.trimmed(text)
            case .start("node", let attributes):
                let node = try self.node(attributes)
                // The rest must be well formed, too.
                while true { if case .finished = try reader.next() { return node } }
            case .start(let name, _): throw reader.error("the root element is <\(name)>, not <node>")
            default: break
            }
        }
    }

    // MARK: Elements

    private mutating func node(_ attributes: Attributes) throws(IntrospectionError) -> IntrospectedNode {
        var node = IntrospectedNode(name: attributes["name"])
        let notes = try contents { (parser, name, attributes) throws(IntrospectionError) in
            switch name {
            case "interface": node.interfaces.append(try parser.interface(attributes))
            case "node": node.children.append(try parser.node(attributes))
            default: return false
            }
            return true
        }
        node.documentation = notes.documentation
        return node
    }

    private mutating func interface(_ attributes: Attributes) throws(IntrospectionError) -> IntrospectedNode.Interface {
        var interface = IntrospectedNode.Interface(name: try name(attributes, of: "interface"))
        let notes = try contents { (parser, name, attributes) throws(IntrospectionError) in
            switch name {
            case "method": interface.methods.append(try parser.method(attributes))
            case "signal": interface.signals.append(try parser.signal(attributes))
            case "property": interface.properties.append(try parser.property(attributes))
            default: return false
            }
            return true
        }
        interface.annotations = notes.annotations
        interface.documentation = notes.documentation
        let change = notes.annotations[Self.changes].flatMap(ChangeSignal.init)
        for index in interface.properties.indices where interface.properties[index].annotations[Self.changes] == nil {
            if let change { interface.properties[index].changeSignal = change }
        }
        return interface
    }

    private static let changes = "org.freedesktop.DBus.Property.EmitsChangedSignal"

    private mutating func method(_ attributes: Attributes) throws(IntrospectionError) -> IntrospectedNode.Method {
        var method = IntrospectedNode.Method(name: try name(attributes, of: "method"))
        let notes = try contents { (parser, name, attributes) throws(IntrospectionError) in
            guard name == "arg" else { return false }
            switch attributes["direction"] ?? "in" {
            case "in": method.inputs.append(try parser.argument(attributes))
            case "out": method.outputs.append(try parser.argument(attributes))
            case let other: throw parser.reader.error("an argument has the invalid direction \(other.quoted)")
            }
            return true
        }
        method.annotations = notes.annotations
        method.documentation = notes.documentation
        return method
    }

    private mutating func signal(_ attributes: Attributes) throws(IntrospectionError) -> IntrospectedNode.Signal {
        var signal = IntrospectedNode.Signal(name: try name(attributes, of: "signal"))
        let notes = try contents { (parser, name, attributes) throws(IntrospectionError) in
            guard name == "arg" else { return false }
            if let direction = attributes["direction"], direction != "out" {
                throw parser.reader.error("an argument of a signal has the invalid direction \(direction.quoted)")
            }
            signal.arguments.append(try parser.argument(attributes))
            return true
        }
        signal.annotations = notes.annotations
        signal.documentation = notes.documentation
        return signal
    }

    private mutating func property(_ attributes: Attributes) throws(IntrospectionError) -> IntrospectedNode.Property {
        let access = attributes["access"] ?? ""
        guard ["read", "write", "readwrite"].contains(access) else {
            throw reader.error("a property has the invalid access \(access.quoted)")
        }
        guard let name = attributes["name"], !name.isEmpty else { throw reader.error("<property> has no name") }
        var property = IntrospectedNode.Property(
            name: name, type: try type(attributes), isReadable: access != "write",
            isWritable: access != "read")
        let notes = try contents()
        property.annotations = notes.annotations
        property.documentation = notes.documentation
        if let change = notes.annotations[Self.changes].flatMap(ChangeSignal.init) { property.changeSignal = change }
        return property
    }

    private mutating func argument(_ attributes: Attributes) throws(IntrospectionError) -> IntrospectedNode.Argument {
        var argument = IntrospectedNode.Argument(name: attributes["name"], type: try type(attributes))
        let notes = try contents()
        argument.annotations = notes.annotations
        argument.documentation = notes.documentation
        return argument
    }

    // MARK: Attributes and contents

    private func name<Name: DBusName>(_ attributes: Attributes, of element: String) throws(IntrospectionError) -> Name {
        guard let text = attributes["name"] else { throw reader.error("<\(element)> has no name") }
        do throws(InvalidNameError) { return try Name(text) } catch { throw reader.error("\(error)") }
    }

    private func type(_ attributes: Attributes) throws(IntrospectionError) -> Signature {
        guard let text = attributes["type"] else { throw reader.error("a type is missing") }
        guard let signature = Signature(rawValue: text), signature.isSingleCompleteType else {
            throw reader.error("\(text.quoted) is not one complete type")
        }
        return signature
    }

    /// Reads up to the end of the open element; `child` handles the elements that it knows.
    private mutating func contents(
        _ child: (inout IntrospectionParser, String, Attributes) throws(IntrospectionError) -> Bool =
            { (_, _, _) throws(IntrospectionError) in false }
    ) throws(IntrospectionError) -> Notes {
        var notes = Notes()
        notes.comment = comment
        comment = nil
        while true {
            switch try reader.next() {
            case .comment(let text): comment = Self.trimmed(text)
            case .start("annotation", let attributes):
                guard let name = attributes["name"], let value = attributes["value"] else {
                    throw reader.error("an annotation needs a name and a value")
                }
                notes.annotations[name] = value
                _ = try contents()
            case .start("doc:doc", _), .start("tp:docstring", _): notes.text = try plainText()
            case .start(let name, let attributes):
                if try !child(&self, name, attributes) { _ = try plainText() }
            case .end, .finished:
                comment = nil
                return notes
            case .text: break
            }
        }
    }

    /// Returns the text of an element and its descendants, on separate lines.
    private mutating func plainText() throws(IntrospectionError) -> String {
        comment = nil
        var depth = 1
        var text = ""
        while depth > 0 {
            switch try reader.next() {
            case .start: depth += 1
            case .end: depth -= 1
            case .text(let words): text += words
            case .comment: break
            case .finished: return text
            }
        }
        return Self.trimmed(text)
    }

    /// Trims whitespace around the text and around each line.
    private static func trimmed(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            // By scalars: walking back over characters may take time in proportion to the text before them.
            var scalars = line.unicodeScalars.drop { $0.properties.isWhitespace }
            while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
            return String(scalars)
        }
        let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
        let last = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
        return first > last ? "" : lines[first...last].joined(separator: "\n")
    }
}
