package import DBus

/// What is to be made of interfaces, and how it is named.
package struct CodegenOptions: Sendable {
    /// Who may use what is made.
    package enum Access: String, Sendable, CaseIterable {
        case `internal`, `package`, `public`
    }

    /// Makes a type that calls the interface.
    package var client = true
    /// Makes a protocol for what exports the interface.
    package var service = false
    /// That protocol is for classes of the main actor, and not for actors.
    package var mainActor = false
    /// Clients have a struct of the properties that can be read.
    package var properties = false
    package var access = Access.internal
    /// The interfaces that are meant; all but those of the D-Bus specification while it is empty.
    package var interfaces: [String] = []
    /// What names of types leave out at the beginning; nil is the first two elements.
    package var prefix: String?
    /// Names in Swift by element: an interface, a member behind its interface, or an argument behind its member.
    package var names: [String: String] = [:]
    /// Structs by the element that has the type: `Session(identifier, user: User(number, name))`.
    package var structs: [String: String] = [:]
    /// Types of Swift that whoever uses the code declares, by the element that has the type: `DeviceState`, `[DeviceState]`.
    package var types: [String: String] = [:]
    /// Methods, interfaces with all of theirs, and properties to be set, that a service answers in a task.
    package var asynchronous: Set<String> = []
    /// Who is called unless a client says otherwise.
    package var destination: BusName?
    /// The object that is called unless a client says otherwise.
    package var path: ObjectPath?
    /// What the first line says the code is made of.
    package var sources: [String] = []

    /// Elements that the documents have to have, each with the option that names it.
    package var mentions: [Mention] = []

    /// An element that an option is about.
    package struct Mention: Sendable {
        let option: String
        let element: String
    }

    package init() {}
}
