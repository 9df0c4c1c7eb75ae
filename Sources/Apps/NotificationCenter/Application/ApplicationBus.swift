internal import DBus

/// The names of `org.freedesktop.Application`. Desktop Entry Specification, "D-Bus Activation".
enum ApplicationBus {
    static let interface: InterfaceName = "org.freedesktop.Application"
    static let activate: MemberName = "Activate"
    static let open: MemberName = "Open"
    static let activateAction: MemberName = "ActivateAction"
}
