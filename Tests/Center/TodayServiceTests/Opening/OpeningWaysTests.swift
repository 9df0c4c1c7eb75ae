import DBus
import Testing
import TodayModel

@testable import TodayService

/// The ways to open a URL, their order, and the meaning of each answer.
@Suite struct OpeningWaysTests {
    typealias Way = OpeningWays.Way
    typealias Answer = OpeningWays.Answer

    private static let app: BusName = "org.example.App"
    private static let answers: [Answer] = [.opened, .declined, .absent, .silent]

    /// Returns all ways that are tried when every one is absent.
    private static func all(_ ways: OpeningWays) -> [Way] {
        var ways = ways
        var asked: [Way] = []
        var step = ways.next
        while case .ask(let way) = step {
            asked.append(way)
            step = ways.advance(after: .absent)
        }
        #expect(step == .finish(opened: false))
        #expect(ways.next == .finish(opened: false))
        return asked
    }

    @Test(arguments: [
        (true, true, true, [Way.activation(app), .program, .portal, .gio, .xdgOpen]),
        (true, true, false, [.activation(app), .program, .gio, .xdgOpen]),
        (true, false, true, [.activation(app), .portal, .gio, .xdgOpen]),
        (true, false, false, [.activation(app), .gio, .xdgOpen]),
        (false, true, true, [.program, .portal, .gio, .xdgOpen]),
        (false, true, false, [.program, .gio, .xdgOpen]),
        (false, false, true, [.portal, .gio, .xdgOpen]),
        (false, false, false, [.gio, .xdgOpen]),
    ])
    func theOrder(_ isActivatable: Bool, _ hasProgram: Bool, _ isForPortal: Bool, _ ways: [Way]) {
        let app = isActivatable ? Self.app : nil
        #expect(Self.all(OpeningWays(app: app, hasProgram: hasProgram, isForPortal: isForPortal)) == ways)
    }

    @Test(arguments: [
        (Way.activation(app), [true, false, nil, false]),
        (.program, [true, false, nil, false]),
        (.portal, [true, false, nil, true]),
        (.gio, [true, nil, nil, false]),
        (.xdgOpen, [true, false, false, true]),
    ])
    func whatAnAnswerMeans(_ way: Way, _ outcomes: [Bool?]) {
        for (answer, outcome) in zip(Self.answers, outcomes) {
            var ways = OpeningWays(app: Self.app, hasProgram: true, isForPortal: true)
            while ways.next != .ask(way) { _ = ways.advance(after: .absent) }
            let step = ways.advance(after: answer)
            if let outcome {
                #expect(step == .finish(opened: outcome), "\(answer)")
                // It is settled: no answer that still comes changes anything.
                for late in Self.answers { #expect(ways.advance(after: late) == .finish(opened: false)) }
            } else {
                guard case .ask(let other) = step else {
                    Issue.record("nobody else is asked")
                    continue
                }
                #expect(other != way)
            }
        }
    }

    private static let errors: [(any Error, Answer)] = [
        (RemoteError(.serviceUnknown, ""), .absent),
        (RemoteError(.nameHasNoOwner, ""), .absent),
        (RemoteError(.unknownMethod, ""), .absent),
        (RemoteError(.unknownObject, ""), .absent),
        (RemoteError(.unknownInterface, ""), .absent),
        (RemoteError("org.freedesktop.DBus.Error.TimedOut", ""), .absent),
        (RemoteError("org.freedesktop.DBus.Error.Spawn.ChildExited", ""), .absent),
        (RemoteError("org.freedesktop.systemd1.NoSuchUnit", ""), .absent),
        (RemoteError(.noReply, ""), .declined),
        (RemoteError(.accessDenied, ""), .declined),
        (RemoteError(.failed, ""), .declined),
        (RemoteError("org.freedesktop.portal.Error.NotAllowed", ""), .declined),
    ]

    @Test func whatAnErrorMeans() {
        for (error, answer) in Self.errors { #expect(Answer(failure: error) == answer, "\(error)") }
    }

    @Test(
        arguments: [
            ("org.example.App", "/org/example/App"), ("org.example-site.My-App2", "/org/example_site/My_App2"),
        ] as [(BusName, ObjectPath)])
    func theObjectOfAnApplication(_ name: BusName, _ path: ObjectPath) {
        #expect(URLOpening.path(of: name) == path)
    }

    @Test func theEnvironmentOfOthers() {
        let own = [
            "PATH": "/bin", "HOME": "/h", "TODAYCENTER_WIDGET": "a.b", "NOTIFY_SOCKET": "/n", "LISTEN_FDS": "1",
            "DBUS_STARTER_ADDRESS": "x", "XDG_ACTIVATION_TOKEN": "old", "DESKTOP_STARTUP_ID": "old",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/b",
        ]
        let plain = ["PATH": "/bin", "HOME": "/h", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/b"]
        #expect(SessionEnvironment.variables(from: own, token: nil) == plain)
        #expect(
            SessionEnvironment.variables(from: own, token: "new")
                == plain.merging(["XDG_ACTIVATION_TOKEN": "new", "DESKTOP_STARTUP_ID": "new"]) { $1 })
    }
}
