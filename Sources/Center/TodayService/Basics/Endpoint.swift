/// Which of the service's two names somebody talks to, and so which of its two connections the service answers over.
///
/// A sandbox lets a client talk with the names that it was given, and with nobody else: the service has to call a
/// provider from the connection whose name the provider used.
package enum Endpoint: Hashable, Sendable {
    /// `org.todaycenter.NotificationCenter1`.
    case center
    /// `org.todaycenter.Apps1`.
    case apps
}
