/// Annotations of a method, property, signal or interface in introspection. D-Bus specification, "Introspection Data
/// Format".
struct IntrospectionMarks {
    var isDeprecated = false
    /// Used only for a method.
    var isWithoutReply = false
}

/// The introspection data of one interface, without its code.
struct InterfaceIntrospection {
    struct PropertyShape {
        let name: String
        let type: String
        let access: String
        let changeSignal: ChangeSignal
        let documentation: String?
        let marks: IntrospectionMarks
    }

    struct CallShape {
        let name: String
        let inputs: [Argument]
        let outputs: [Argument]
        let documentation: String?
        var marks = IntrospectionMarks()
    }

    let name: InterfaceName
    let documentation: String?
    let marks: IntrospectionMarks
    var methods: [CallShape] = []
    var signals: [CallShape] = []
    var properties: [PropertyShape] = []

    init<Owner>(_ interface: Interface<Owner>) {
        name = interface.name
        documentation = interface.documentation
        marks = interface.marks
        methods = interface.methods.map {
            CallShape(
                name: $0.name.rawValue, inputs: $0.inputs, outputs: $0.outputs, documentation: $0.documentation,
                marks: $0.marks)
        }
        signals = interface.signals.map {
            CallShape(
                name: $0.name.rawValue, inputs: [], outputs: $0.arguments, documentation: $0.documentation,
                marks: $0.marks)
        }
        properties = interface.properties.map {
            PropertyShape(
                name: $0.name.rawValue, type: $0.type.rawValue, access: $0.write == nil ? "read" : "readwrite",
                changeSignal: $0.changeSignal, documentation: $0.documentation, marks: $0.marks)
        }
    }

    init(_ name: InterfaceName, methods: [CallShape], signals: [CallShape] = []) {
        self.name = name
        documentation = nil
        marks = IntrospectionMarks()
        self.methods = methods
        self.signals = signals
    }

    fileprivate func write(to xml: inout XMLText) {
        xml.open("interface", ["name": name.rawValue])
        xml.marks(marks)
        xml.documentation(documentation)
        for method in methods {
            xml.open("method", ["name": method.name])
            xml.marks(method.marks)
            xml.documentation(method.documentation)
            for argument in method.inputs {
                xml.leaf("arg", ["name": argument.name, "type": argument.type.rawValue, "direction": "in"])
            }
            for argument in method.outputs {
                xml.leaf("arg", ["name": argument.name, "type": argument.type.rawValue, "direction": "out"])
            }
            xml.close("method")
        }
        for signal in signals {
            xml.open("signal", ["name": signal.name])
            xml.marks(signal.marks)
            xml.documentation(signal.documentation)
            for argument in signal.outputs {
                xml.leaf("arg", ["name": argument.name, "type": argument.type.rawValue])
            }
            xml.close("signal")
        }
        for property in properties {
            xml.open("property", ["name": property.name, "type": property.type, "access": property.access])
            xml.annotation("org.freedesktop.DBus.Property.EmitsChangedSignal", property.changeSignal.rawValue)
            xml.marks(property.marks)
            xml.documentation(property.documentation)
            xml.close("property")
        }
        xml.close("interface")
    }
}

/// The introspection document of one node. D-Bus specification, "Introspection Data Format".
package struct IntrospectionDocument {
    private static let doctype = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        """

    private var xml = XMLText()

    init(_ interfaces: [InterfaceIntrospection], children: [String]) {
        xml.line(Self.doctype)
        xml.open("node")
        for interface in interfaces { interface.write(to: &xml) }
        for child in children.sorted() { xml.leaf("node", ["name": child]) }
        xml.close("node")
    }

    /// Makes a document of interfaces that needn't be exported, for files that describe them.
    package init(describing interfaces: [IntrospectableInterface]) {
        self.init(interfaces.map(\.shape), children: [])
    }

    package var text: String { xml.text }
}

/// An interface for an ``IntrospectionDocument``, whatever the type of its owner.
package struct IntrospectableInterface {
    let shape: InterfaceIntrospection
    package init<Owner>(_ interface: Interface<Owner>) { shape = InterfaceIntrospection(interface) }
}

/// Indented XML.
private struct XMLText {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ line: String) { text += line + "\n" }

    private mutating func start(_ name: String, _ attributes: KeyValuePairs<String, String>, end: String) {
        let parts = attributes.map { " \($0.key)=\"\(Self.escape($0.value))\"" }.joined()
        line(String(repeating: "  ", count: depth) + "<" + name + parts + end)
    }

    mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
        start(name, attributes, end: ">")
        depth += 1
    }

    mutating func close(_ name: String) {
        depth -= 1
        line(String(repeating: "  ", count: depth) + "</" + name + ">")
    }

    mutating func leaf(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        start(name, attributes, end: "/>")
    }

    mutating func annotation(_ name: String, _ value: String) { leaf("annotation", ["name": name, "value": value]) }

    mutating func marks(_ marks: IntrospectionMarks) {
        if marks.isDeprecated { annotation("org.freedesktop.DBus.Deprecated", "true") }
        if marks.isWithoutReply { annotation("org.freedesktop.DBus.Method.NoReply", "true") }
    }

    /// Writes documentation in the annotation that GDBus tools use.
    mutating func documentation(_ sentence: String?) {
        if let sentence { annotation("org.gtk.GDBus.DocString", sentence) }
    }

    static func escape(_ value: String) -> String {
        value.escaping { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\n": "&#10;"
            default: nil
            }
        }
    }
}
