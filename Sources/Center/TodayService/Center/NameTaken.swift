internal import DBus

/// Why the center could not start: another one runs.
package struct NameTaken: Error, CustomStringConvertible {
    let name: BusName

    package var description: String {
        "\(name) is owned by another process: a notification center is running already"
    }
}
