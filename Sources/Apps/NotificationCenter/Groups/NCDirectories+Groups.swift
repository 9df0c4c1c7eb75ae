internal import Glibc
internal import TodayModel

extension NCDirectories {
    /// Returns the folder for files that the programs of an App Group share,
    /// `$XDG_DATA_HOME/todaycenter/groups/<group>`. Creates it if it doesn't exist. Apple's name is
    /// `containerURL(forSecurityApplicationGroupIdentifier:)`.
    ///
    /// A sandbox has its own data folders, so only the programs of one app share the folder there.
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
    /// Returns the folder for files that the programs of the group share; see ``NCDirectories/container(forGroup:)``.
    public func container() throws(NCError) -> String { try NCDirectories.container(forGroup: suiteName) }
}
