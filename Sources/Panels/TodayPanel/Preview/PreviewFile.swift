#if Panel
    internal import TodayModel
    internal import TodayPlatform

    /// A file with content in its JSON form, as it was read once.
    struct PreviewFile: Equatable {
        /// The content; nil if the file can't be read or its content isn't valid.
        var content: Content?
        /// The faults and warnings, each on one line and with its path in the content.
        var findings: [String] = []

        init(_ path: String) {
            do throws(TextFile.ReadError) {
                let text = try TextFile.read(path, maximumBytes: Limits.jsonBytes)
                content = try? Content.parse(json: text)
                findings = Content.findings(json: text).map { finding in
                    ForeignText.cleaned((finding.severity == .warning ? "warning: " : "") + finding.fault.description)
                }
            } catch {
                findings = ["can’t be read: \(error)"]
            }
        }
    }
#endif
