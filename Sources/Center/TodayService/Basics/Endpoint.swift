/// One of the service's two names, and so the connection over which the service answers.
///
/// A sandbox lets a client communicate only with the names that it was granted. So the service has to call a provider
/// from the connection whose name the provider used.
package enum Endpoint: Hashable, CaseIterable, Sendable {
    /// `org.todaycenter.NotificationCenter1`.
    case center
    /// `org.todaycenter.Apps1`.
    case apps
}
