internal import DBus

/// The error if another center is already running.
package struct NameTaken: Error, CustomStringConvertible {
    let name: BusName

    package var description: String {
        "\(name) is owned by another process: a notification center is running already"
    }
}
