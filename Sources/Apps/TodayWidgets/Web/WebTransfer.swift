#if Widgets
    internal import CTodayCurl
    internal import DBus
    internal import TodayModel

    /// One request on the web, which belongs to the thread that runs it.
    final class WebTransfer {
        private let url: String
        private let limit: Int
        private let headers: [String]
        private let timeout: Duration
        private let allowsPlain: Bool
        private let authorities: String?
        private let isCanceled: Locked<Bool>

        private var fields: [String: String] = [:]
        private var body: [UInt8] = []
        private var isTooLarge = false

        /// libcurl initializes itself once per process.
        private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

        /// - Parameter isCanceled: Ends the transfer within about a second when it becomes true.
        init(
            _ url: String, limit: Int, headers: [String], timeout: Duration, allowsPlain: Bool, authorities: String?,
            isCanceled: Locked<Bool>
        ) {
            self.url = url
            self.limit = limit
            self.headers = headers
            self.timeout = timeout
            self.allowsPlain = allowsPlain
            self.authorities = authorities
            self.isCanceled = isCanceled
        }

        /// Performs the request, and blocks until it ends. Call it once.
        func run() -> Result<WebAnswer, WebError> {
            guard Self.isInitialized, let handle = curl_easy_init() else {
                return .failure(WebError(.unreachable, tr("{host} can’t be reached", ["host": host]), "out of memory"))
            }
            defer { curl_easy_cleanup(handle) }
            var list: UnsafeMutablePointer<curl_slist>?
            for header in headers { list = curl_slist_append(list, header) }
            defer { curl_slist_free_all(list) }
            configure(handle, list)
            let code = withExtendedLifetime(self) { curl_easy_perform(handle) }
            guard code == CURLE_OK else { return .failure(failure(code)) }
            var status = 0
            _ = ccurl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
            if status >= 400 {
                let values: KeyValuePairs = ["host": host, "status": "\(status)"]
                // Translators: the status is a number.
                return .failure(WebError(.status(status), tr("{host} answered with the status {status}", values)))
            }
            return .success(WebAnswer(status: status, headers: fields, body: body))
        }

        private func configure(_ handle: UnsafeMutableRawPointer, _ list: UnsafeMutablePointer<curl_slist>?) {
            let protocols = allowsPlain ? "https,http" : "https"
            let context = Unmanaged.passUnretained(self).toOpaque()
            let milliseconds = max(1, Int(timeout / .milliseconds(1)))
            _ = ccurl_set_text(handle, CURLOPT_URL, url)
            _ = ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, protocols)
            _ = ccurl_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, protocols)
            _ = ccurl_set_text(handle, CURLOPT_USERAGENT, Web.userAgent)
            if let authorities, !authorities.isEmpty { _ = ccurl_set_text(handle, CURLOPT_CAINFO, authorities) }
            // All encodings that libcurl knows.
            _ = ccurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
            _ = ccurl_set_long(handle, CURLOPT_FOLLOWLOCATION, 1)
            _ = ccurl_set_long(handle, CURLOPT_MAXREDIRS, 5)
            // Signals belong to the whole process.
            _ = ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
            _ = ccurl_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds)
            _ = ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
            _ = ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
            _ = ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context)
            _ = ccurl_set_pointer(handle, CURLOPT_XFERINFODATA, context)
            _ = ccurl_set_long(handle, CURLOPT_NOPROGRESS, 0)
            _ = ccurl_set_writer(handle) { data, size, count, context in
                WebTransfer.of(context).receive(UnsafeRawBufferPointer(start: data, count: size * count))
            }
            _ = ccurl_set_header_reader(handle) { data, size, count, context in
                WebTransfer.of(context).receiveField(UnsafeRawBufferPointer(start: data, count: size * count))
            }
            _ = ccurl_set_progress(handle) { context, _, _, _, _ in
                WebTransfer.of(context).isCanceled.withLock { $0 } ? 1 : 0
            }
        }

        private static func of(_ context: UnsafeMutableRawPointer?) -> WebTransfer {
            guard let context else { preconditionFailure("libcurl lost its context") }
            return Unmanaged<WebTransfer>.fromOpaque(context).takeUnretainedValue()
        }

        // MARK: Data

        /// Returns the number of bytes taken; another number than that of the data ends the transfer.
        private func receive(_ data: UnsafeRawBufferPointer) -> Int {
            if body.count + data.count > limit {
                isTooLarge = true
                return 0
            }
            body += data
            return data.count
        }

        private func receiveField(_ data: UnsafeRawBufferPointer) -> Int {
            let line = String(decoding: data, as: UTF8.self).utf8
            if line.starts(with: "HTTP/".utf8) {
                // A redirect has fields of its own.
                fields = [:]
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), fields.count < 100 {
                let name = String(Substring(line[..<colon])).lowercased()
                fields[name] = ForeignText.title(String(Substring(line[line.index(after: colon)...])))
            }
            return data.count
        }

        // MARK: Errors

        /// The server in the address, for messages.
        private var host: String {
            let parts = url.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2)
            return parts.count > 1 ? ForeignText.cleaned(String(Substring(parts[1]))) : ForeignText.cleaned(url)
        }

        private func failure(_ code: CURLcode) -> WebError {
            let values: KeyValuePairs = ["host": host]
            if isTooLarge {
                return WebError(.tooLarge, tr("The answer of {host} is too large", values), "\(limit) bytes")
            }
            let reason = String(cString: curl_easy_strerror(code))
            switch code {
            case CURLE_OPERATION_TIMEDOUT: return WebError(.timedOut, tr("{host} didn’t answer in time", values))
            case CURLE_ABORTED_BY_CALLBACK: return WebError(.canceled, tr("The request was canceled"))
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_TOO_MANY_REDIRECTS:
                return WebError(.badAddress, tr("{host} can’t be loaded", values), reason)
            case CURLE_PEER_FAILED_VERIFICATION:
                return WebError(.unreachable, tr("{host} isn’t trusted: its certificate isn’t valid", values))
            default: return WebError(.unreachable, tr("{host} can’t be reached", values), reason)
            }
        }
    }
#endif
