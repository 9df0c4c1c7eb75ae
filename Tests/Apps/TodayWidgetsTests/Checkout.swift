#if Widgets
    /// The files of the source.
    enum Checkout {
        static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

        /// Returns the path of a widget's manifest.
        static func manifest(_ name: String) -> String { "\(root)/data/widgets/org.todaycenter.widgets.\(name).widget" }
    }
#endif
