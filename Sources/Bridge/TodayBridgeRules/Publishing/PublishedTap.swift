package import DBus
package import TodayModel

/// A tap on a published widget, as JSON.
package struct PublishedTap: Hashable, Sendable {
    package let action: String
    package let parameter: DBusValue?

    package init(action: String, parameter: DBusValue?) {
        self.action = action
        self.parameter = parameter
    }

    /// Reads JSON.
    ///
    /// - Throws: ``Fault`` if it isn't a JSON object with the text `Action`.
    package init(json: String) throws(Fault) {
        guard case .string(let action)? = try Payload.document(json).members?["Action"], !action.isEmpty else {
            throw Fault(message: "the tap has no Action")
        }
        if let reason = TextRule.fault(in: action) { throw Fault(path: "Action", message: reason) }
        self.action = action
        parameter = try Payload.document(json).members?["Parameter"]
    }

    package var json: String {
        var members = [JSON.Member("Action", .string(action))]
        if let parameter { members.append(JSON.Member("Parameter", JSON(parameter))) }
        return JSON.object(members).line
    }
}
