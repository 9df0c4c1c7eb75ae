package import DBus

/// Options for the generated code and its names.
package struct CodegenOptions: Sendable {
    /// The access level of generated declarations.
    package enum Access: String, Sendable, CaseIterable {
        case `internal`, `package`, `public`
    }

    /// Whether to make a type that calls the interface.
    package var client = true
    /// Whether to make a protocol for types that export the interface.
    package var service = false
    /// Whether that protocol is for classes of the main actor instead of actors.
    package var mainActor = false
    /// Whether clients have a struct of the readable properties.
    package var properties = false
    package var access = Access.internal
    /// The selected interfaces; if empty, all except those of the D-Bus specification.
    package var interfaces: [String] = []
    /// The prefix that type names leave out; nil means the first two elements.
    package var prefix: String?
    /// Swift names by element: an interface, a member after its interface, or an argument after its member.
    package var names: [String: String] = [:]
    /// Structs by the element with the type: `Session(identifier, user: User(number, name))`.
    package var structs: [String: String] = [:]
    /// Swift types that your own code declares, by the element with the type: `DeviceState`, `[DeviceState]`.
    package var types: [String: String] = [:]
    /// Elements that a service answers in a task: methods, interfaces with all their methods, and settable properties.
    package var asynchronous: Set<String> = []
    /// The default bus name to call.
    package var destination: BusName?
    /// The default object to call.
    package var path: ObjectPath?
    /// The sources of the code, for its first line.
    package var sources: [String] = []

    /// Elements that the documents must have, each with the option that names it.
    package var mentions: [Mention] = []

    /// An element that an option names.
    package struct Mention: Sendable {
        let option: String
        let element: String
    }

    package init() {}
}
