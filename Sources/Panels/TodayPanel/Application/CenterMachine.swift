#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import TodayHost
    internal import TodayModel

    /// Another machine, whose center the panel shows.
    struct CenterMachine: Hashable, Sendable {
        /// The option that names it.
        static let option = "--host"

        /// The name that the user gave.
        let name: String
        let address: BusAddress

        /// - Throws: `InvalidNameError` when the name isn't a host.
        init(_ name: String) throws(InvalidNameError) {
            self.name = name
            address = try .ssh(name)
        }

        /// The end of the application's name on the bus, so that each machine has a panel of its own.
        var suffix: String {
            let letters = name.escaping { scalar in
                let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                return isPlain ? nil : "_" + String(scalar.value, radix: 16) + "_"
            }
            return ".Host_" + letters.prefix(200)
        }

        /// Opens a link of one of its widgets with an app of this machine.
        @MainActor static func open(_ url: String) throws(Refusal) {
            let url = try RemoteLink.checked(url)
            let context = gdk_display_get_default().flatMap { gdk_display_get_app_launch_context($0) }
            defer { if let context { g_object_unref(UnsafeMutableRawPointer(context)) } }
            let launch = context.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GAppLaunchContext.self) }
            var error: UnsafeMutablePointer<GError>?
            if g_app_info_launch_default_for_uri(url.string, launch, &error) != 0 { return }
            g_error_free(error)
            throw Refusal(tr("No app can open {url}", ["url": url.string]))
        }
    }
#endif
