internal import Glibc
internal import TodayPlatform
internal import TodayModel

/// A widget that the center doesn't know although its manifest is installed.
struct AbsentWidget {
    let identifier: WidgetIdentifier
    /// The environment whose data folders contain manifests.
    var environment = Environment.current

    /// The reason why its manifest isn't used, with the file; nil if it has no manifest.
    var reason: String? {
        let paths = UserFolders.allData(environment).map { ManifestFolder(below: $0).path + "/\(identifier).widget" }
        var status = stat()
        guard let path = paths.first(where: { lstat($0, &status) == 0 }) else { return nil }
        let check: ManifestCheck
        do { check = try ManifestCheck(file: path) } catch { return error.message }
        let problem = check.problems.first { $0.severity == .error } ?? check.problems.first { $0.key == "TryExec" }
        if let problem { return problem.sentence() }
        // Translators: don’t translate Hidden=true, which is in the file.
        if check.isHidden { return tr("{path} has Hidden=true", ["path": path]) }
        // Translators: don’t translate the command in parentheses.
        return tr(
            "{path} is valid, but the center doesn't use it; its log may give the reason (journalctl --user -u todayd)",
            ["path": path])
    }
}

extension IdentifierArgument {
    /// Asks the center about the widget. If the center doesn't know it, the error says what is wrong with its manifest.
    ///
    /// - Parameter advice: the text of the error if the widget has no manifest.
    func ask<Answer>(
        advice: String? = nil, _ body: (WidgetIdentifier) async throws -> Answer
    ) async throws -> Answer {
        do { return try await body(identifier) } catch let error as CenterError where error.code == .unknownWidget {
            let name = identifier.rawValue.debugDescription
            if CenterHost.current == nil, let reason = AbsentWidget(identifier: identifier).reason {
                throw CommandFailure(
                    .failed, tr("unknown widget {name}: {reason}", ["name": name, "reason": reason]))
            }
            let values: KeyValuePairs = ["name": name, "advice": advice ?? ""]
            throw CommandFailure(
                .failed,
                advice == nil
                    ? tr("unknown widget {name}", values) : tr("unknown widget {name} ({advice})", values))
        }
    }
}
