#if Widgets
    internal import Glibc
    internal import NotificationCenter
    internal import TodayModel
    internal import TodayPlatform

    /// The cover at an address, which is loaded once.
    @WidgetActor
    final class Cover {
        let address: String
        /// The cover as a small PNG; nil until it is loaded, and if it can't be shown.
        private(set) var picture: [UInt8]?
        private var loading: Task<Void, Never>?

        /// Starts to load the cover.
        ///
        /// - Parameter loaded: Called when there is a picture.
        init(_ address: String, loaded: @escaping @WidgetActor () -> Void) {
            self.address = address
            loading = Task { [weak self] in
                let picture = await Self.load(address)
                guard let self, !Task.isCancelled else { return }
                self.picture = picture
                if picture != nil { loaded() }
                loading = nil
            }
        }

        /// Whether loading was stopped before its end.
        private(set) var isStopped = false

        /// Stops loading.
        func stop() {
            guard let loading else { return }
            loading.cancel()
            isStopped = true
        }

        /// Returns the cover at an address as a small PNG; nil if it can't be shown.
        ///
        /// It reads regular files and, on the web, JPEG or PNG files of at most 4 MiB.
        static func load(_ address: String) async -> [UInt8]? {
            guard let url = try? WidgetURL(address), let file = await file(at: url), !Task.isCancelled else {
                return nil
            }
            return await scaled(file)
        }

        @concurrent private static func file(at url: WidgetURL) async -> [UInt8]? {
            if let path = url.localPath { return try? TextFile.readBytes(path, maximumBytes: CoverExchange.mostBytes) }
            return try? await Web.fetch(url.string, limit: CoverExchange.mostBytes, allowsPlain: true).body
        }

        /// Lets a confined process scale a picture.
        ///
        /// - Parameter program: The program to run as the helper; this one by default, in the running version, even if
        ///   another version has been installed since.
        static func scaled(_ file: [UInt8], by program: String = "/proc/self/exe") async -> [UInt8]? {
            guard let (exchange, descriptor) = CoverExchange.make(file) else { return nil }
            defer { exchange.unmap() }
            var request = ChildProcess.Request([program, CoverProgram.option])
            request.extra = descriptor
            // Libraries print errors about broken pictures to standard error.
            request.error = nil
            let process = try? await RunningProcess.start(request, limit: .seconds(15))
            close(descriptor)
            guard let process, await process.exit() == .status(0) else { return nil }
            let picture = Array(exchange.content)
            // The process has read untrusted data, so its answer isn't trusted either.
            return picture.count <= CoverScaling.mostBytes && ImageData.fault(in: picture) == nil ? picture : nil
        }
    }
#endif
