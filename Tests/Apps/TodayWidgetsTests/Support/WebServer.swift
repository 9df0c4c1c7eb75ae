#if Widgets
    import DBusTesting
    import Glibc
    import Testing
    import TodayPlatform

    /// The server in `Weather/web-server.py`.
    struct WebServer {
        /// Where it reads its answers, and writes the requests.
        let folder: String
        let address: String
        private let process: ToolRun

        /// The certificate authority of an encrypted server.
        var authority: String { folder + "/authority.pem" }

        /// Starts it, with a place to find.
        ///
        /// - Parameter isEncrypted: Whether it is an HTTPS server, with a certificate by an authority of its own.
        static func start(isEncrypted: Bool = false) async throws -> WebServer {
            var template = Array("/tmp/today-web-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw Programs.MissingError(name: "a folder in /tmp") }
            let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let program = WidgetsDesk.root + "/Tests/Apps/TodayWidgetsTests/Weather/web-server.py"
            if isEncrypted { try await makeCertificate(in: folder) }
            let process = try await ToolRun.start(
                ["/usr/bin/python3", program, folder] + (isEncrypted ? [folder + "/server.pem"] : []),
                environment: Environment.current)
            let line = try await process.output { $0.utf8.last == 0x0A }
            let server = WebServer(
                folder: folder, address: "http\(isEncrypted ? "s" : "")://127.0.0.1:\(line.dropLast())",
                process: process)
            server.write(ForecastText.place, to: "place.json")
            return server
        }

        /// Makes a certificate authority, and a certificate of it for the server.
        private static func makeCertificate(in folder: String) async throws {
            let common = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
            let authority = ["-subj", "/CN=Test", "-keyout", "\(folder)/key.pem", "-out", "\(folder)/authority.pem"]
            let server = [
                "-CA", "\(folder)/authority.pem", "-CAkey", "\(folder)/key.pem", "-subj", "/CN=127.0.0.1", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", "\(folder)/server.pem", "-out", "\(folder)/server.crt",
            ]
            for arguments in [authority, server] {
                let run = try await ToolRun.start(common + arguments, environment: Environment.current).finished()
                #expect(run.exit == .status(0), "\(run)")
            }
            let certificate = try TextFile.read(folder + "/server.crt", maximumBytes: 1 << 16)
            guard let file = fopen(folder + "/server.pem", "a") else { return }
            fputs(certificate, file)
            fclose(file)
        }

        func write(_ text: String, to name: String) {
            guard let file = fopen(folder + "/" + name, "w") else { return }
            fputs(text, file)
            fclose(file)
        }

        /// Changes how it answers.
        func answer(_ mode: String) { write(mode, to: "mode") }

        /// The requests so far.
        var requests: [String] {
            let text = (try? TextFile.read(folder + "/requests", maximumBytes: 1 << 20)) ?? ""
            return text.split(separator: "\n").map(String.init)
        }

        func end() async throws {
            process.signal(SIGTERM)
            _ = try await process.finished()
            FolderContents.removeTree(folder)
        }
    }

    /// Answers of the services.
    enum ForecastText {
        static let place = """
            {"results":[{"id":1850147,"name":"Tokyo","latitude":35.6895,"longitude":139.69171,"elevation":null,
            "timezone":"Asia/Tokyo","country":"Japan"}],"generationtime_ms":0.5}
            """

        /// Returns a forecast of hours, and of six hours after that.
        ///
        /// - Parameter hours: The temperature and the symbol of each hour.
        static func forecast(from start: Int64, _ hours: [(Double, String)]) -> String {
            var steps = hours.enumerated().map { index, hour in
                step(start + Int64(index) * 3600, hour.0, ["next_1_hours", "next_6_hours"], hour.1)
            }
            for index in 0..<20 {
                let moment = start + Int64(hours.count + index * 6) * 3600
                steps.append(step(moment, 5, ["next_6_hours", "next_12_hours"], "cloudy"))
            }
            return #"{"type":"Feature","properties":{"meta":{},"timeseries":[\#(steps.joined(separator: ",\n"))]}}"#
        }

        private static func step(_ moment: Int64, _ temperature: Double, _ periods: [String], _ symbol: String)
            -> String
        {
            let rain = symbol == "rain" ? 1.5 : 0
            let texts = periods.map {
                #""\#($0)":{"summary":{"symbol_code":"\#(symbol)"},"details":{"precipitation_amount":\#(rain)}}"#
            }
            let details = #""instant":{"details":{"air_temperature":\#(temperature),"wind_speed":3.1}}"#
            return #"{"time":"\#(time(moment))","data":{\#(details),\#(texts.joined(separator: ","))}}"#
        }

        static func time(_ moment: Int64) -> String {
            var (time, parts) = (time_t(moment), tm())
            gmtime_r(&time, &parts)
            var buffer = [CChar](repeating: 0, count: 64)
            let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
            return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
#endif
