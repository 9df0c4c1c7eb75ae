#if Widgets
    internal import DBus
    internal import TodayModel
    internal import TodayPlatform

    /// The answer of a web server.
    struct WebAnswer: Hashable, Sendable {
        /// The HTTP status, 200 to 399.
        let status: Int
        /// The header fields by lowercase name. If a name appears twice, the last field counts.
        let headers: [String: String]
        /// The body, decompressed.
        let body: [UInt8]
    }

    /// Requests on the web, by libcurl. It uses the user's proxy variables, and trusts the certificate authorities of the
    /// system, or those in the file that the variable `SSL_CERT_FILE` names.
    enum Web {
        /// Gets a resource. Follows up to five redirects. The transfer runs on a thread of its own, so that it doesn't
        /// delay the widgets.
        ///
        /// - Parameters:
        ///   - url: The address: `https`, or also `http` if `allowsPlain` is true.
        ///   - limit: The maximum size of the body in bytes, decompressed.
        ///   - headers: More header fields, such as `If-Modified-Since: …`.
        ///   - timeout: The time limit of the whole request.
        ///   - allowsPlain: Whether an address without encryption is allowed, as for a server in a test.
        ///   - authorities: A file with the certificate authorities to trust, in PEM; nil for those of the system.
        /// - Throws: ``WebError``, also for a status of 400 or higher.
        static func fetch(
            _ url: String, limit: Int, headers: [String] = [], timeout: Duration = .seconds(15),
            allowsPlain: Bool = false, authorities: String? = Environment["SSL_CERT_FILE"]
        ) async throws(WebError) -> WebAnswer {
            let isCanceled = Locked(false)
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isStarted = WorkThread.start {
                        let transfer = WebTransfer(
                            url, limit: limit, headers: headers, timeout: timeout, allowsPlain: allowsPlain,
                            authorities: authorities, isCanceled: isCanceled)
                        continuation.resume(returning: transfer.run())
                    }
                    if !isStarted {
                        let error = WebError(
                            .unreachable, tr("{host} can’t be loaded", ["host": url]), "too many threads run")
                        continuation.resume(returning: Result<WebAnswer, WebError>.failure(error))
                    }
                }
            } onCancel: {
                isCanceled.withLock { $0 = true }
            }
            return try result.get()
        }

        /// The name of this program for servers, in the form that the terms of met.no require.
        static let userAgent = "today-widgets/\(TodayVersion.string) todaycenter.org"
    }
#endif
