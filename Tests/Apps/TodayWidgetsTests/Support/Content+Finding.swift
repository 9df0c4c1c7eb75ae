#if Widgets
    import DBus
    import TodayModel

    extension Content {
        /// All nodes of a kind.
        func all(_ kind: String) -> [Content] { (self.kind == kind ? [self] : []) + children.flatMap { $0.all(kind) } }

        /// The first node of a kind.
        func first(_ kind: String) -> Content? { all(kind).first }

        subscript(_ attribute: String) -> DBusValue? { attributes[attribute] }
    }
#endif
