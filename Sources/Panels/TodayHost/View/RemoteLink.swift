package import TodayModel

/// A link of a widget of another machine. It opens on this machine, which the other one must not control.
package enum RemoteLink {
    /// The schemes that open: the web, and mail.
    private static let schemes: Set = ["http", "https", "mailto"]

    /// Returns the valid URL to open.
    ///
    /// - Throws: ``Refusal`` for any other URL, in particular for one that names a file.
    package static func checked(_ text: String) throws(Refusal) -> WidgetURL {
        let url: WidgetURL
        do { url = try WidgetURL(text) } catch { throw Refusal(error.message) }
        if schemes.contains(url.scheme), !url.isFile { return url }
        throw Refusal(
            tr(
                "A widget of another machine can’t open {url}: only http:, https: and mailto: links open here",
                ["url": text.excerpt]))
    }
}
