internal import Glibc
internal import TodayModel

extension NCDirectories {
    /// The folder that the programs of an App Group share for files, `$XDG_DATA_HOME/todaycenter/groups/<group>`;
    /// `containerURL(forSecurityApplicationGroupIdentifier:)` in Apple's words. It is made if it doesn't exist.
    ///
    /// A sandbox has data folders of its own, so that there only the programs of one app share it.
    ///
    /// - Throws: ``NCError`` with the codes `invalidGroup` and `folder`.
    public static func container(forGroup group: String) throws(NCError) -> String {
        if let fault = AppGroup.fault(in: group) { throw NCError(.invalidGroup, fault) }
        let path = "\(data)/todaycenter/groups/\(group)"
        DefaultsFile.makeFolder(above: path)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw NCError(.folder, "cannot create the folder \(path): \(String(cString: strerror(errno)))")
        }
        guard access(path + "/.", F_OK) == 0 else {
            throw NCError(.folder, "\(path) isn't a folder: \(String(cString: strerror(errno)))")
        }
        return path
    }
}

extension NCGroupDefaults {
    /// The folder that the programs of the group share for files; see ``NCDirectories/container(forGroup:)``.
    public func container() throws(NCError) -> String { try NCDirectories.container(forGroup: suiteName) }
}
