internal import DBus

extension Content {
    /// The first `file:` URL of a valid tree, as a fault. A sandboxed program must not have a file opened that it can't
    /// see itself.
    package var fileURLFault: Fault? {
        if case .string(let text)? = self[.url], let url = try? WidgetURL(text), url.isFile {
            let message = "\(text.excerpt) names a file, but its sender is sandboxed"
            return Fault(path: ContentAttribute.url.rawValue, message: message)
        }
        for (index, child) in children.enumerated() {
            if let fault = child.fileURLFault { return fault.below("children[\(index)]") }
        }
        return nil
    }
}
