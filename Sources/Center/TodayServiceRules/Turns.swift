/// Places for work that may take long, and the queues of those who wait for one. Pure; ``Turnstile`` lets the work wait.
///
/// Only so many are at work at once, and only so many of them for one party. The parties that wait get free places in
/// turn, and each of them lets its own in by order, so that who wants much holds up nobody else.
package struct Turns<Party: Hashable & Sendable> {
    /// One piece of work.
    package struct Ticket: Hashable, Comparable, Sendable {
        fileprivate let number: UInt64

        /// Who came first.
        package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
    }

    /// How many there may be.
    package struct Bounds: Hashable, Sendable {
        /// At work at once.
        package var atWork: Int
        /// At work at once for one party.
        package var atWorkPerParty: Int
        /// Waiting; also for one party.
        package var waiting: Int
        package var waitingPerParty: Int
        /// Set aside: they have lost their places, and have not ended.
        package var setAside: Int

        package init(
            atWork: Int, atWorkPerParty: Int, waiting: Int = .max, waitingPerParty: Int = .max, setAside: Int = 0
        ) {
            self.atWork = atWork
            self.atWorkPerParty = atWorkPerParty
            self.waiting = waiting
            self.waitingPerParty = waitingPerParty
            self.setAside = setAside
        }
    }

    /// Nobody more can wait.
    package struct Full: Error, Hashable, Sendable {
        /// How many wait of the party.
        package let ofParty: Int
        /// How many wait in all.
        package let inAll: Int

        package init(ofParty: Int, inAll: Int) {
            self.ofParty = ofParty
            self.inAll = inAll
        }
    }

    private enum Standing { case waiting, atWork, setAside }

    package let bounds: Bounds
    private var tickets: [Ticket: (party: Party, standing: Standing)] = [:]
    /// How many of each party are at work or set aside.
    private var busy: [Party: Int] = [:]
    private var lines: [Party: [Ticket]] = [:]
    /// The parties that wait. Whose turn it is comes first.
    private var parties: [Party] = []
    private var lastNumber: UInt64 = 0
    package private(set) var atWork = 0
    package private(set) var setAside = 0
    package private(set) var waiting = 0

    package init(_ bounds: Bounds) { self.bounds = bounds }

    /// Lets work in, or has it wait.
    package mutating func enter(_ party: Party) throws(Full) -> (ticket: Ticket, isAtWork: Bool) {
        let isFree = atWork < bounds.atWork && busy[party, default: 0] < bounds.atWorkPerParty
        let ahead = lines[party]?.count ?? 0
        guard isFree || waiting < bounds.waiting && ahead < bounds.waitingPerParty else {
            throw Full(ofParty: ahead, inAll: waiting)
        }
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        if isFree {
            begin(ticket, party)
        } else {
            tickets[ticket] = (party, .waiting)
            if ahead == 0 { parties.append(party) }
            lines[party, default: []].append(ticket)
            waiting += 1
        }
        return (ticket, isFree)
    }

    /// Ends work, or stops waiting. Returns who is let in for it.
    package mutating func leave(_ ticket: Ticket) -> [Ticket] {
        guard let (party, standing) = tickets.removeValue(forKey: ticket) else { return [] }
        switch standing {
        case .waiting:
            lines[party]?.removeAll { $0 == ticket }
            stoppedWaiting(party)
            return []
        case .atWork: atWork -= 1
        case .setAside: setAside -= 1
        }
        let others = busy[party, default: 1] - 1
        busy[party] = others == 0 ? nil : others
        return letIn()
    }

    /// Gives the place of work that does not end to somebody else, as long as there are not too many of these. Its party
    /// gets none for it. Returns who is let in.
    package mutating func setAside(_ ticket: Ticket) -> [Ticket] {
        guard case (let party, .atWork)? = tickets[ticket], setAside < bounds.setAside else { return [] }
        tickets[ticket] = (party, .setAside)
        atWork -= 1
        setAside += 1
        return letIn()
    }

    private mutating func begin(_ ticket: Ticket, _ party: Party) {
        tickets[ticket] = (party, .atWork)
        busy[party, default: 0] += 1
        atWork += 1
    }

    private mutating func letIn() -> [Ticket] {
        var letIn: [Ticket] = []
        while atWork < bounds.atWork,
            let index = parties.firstIndex(where: { busy[$0, default: 0] < bounds.atWorkPerParty }),
            let ticket = lines[parties[index]]?.first
        {
            let party = parties.remove(at: index)
            lines[party]?.removeFirst()
            parties.append(party)
            stoppedWaiting(party)
            begin(ticket, party)
            letIn.append(ticket)
        }
        return letIn
    }

    /// One of a party waits no more.
    private mutating func stoppedWaiting(_ party: Party) {
        waiting -= 1
        guard lines[party]?.isEmpty == true else { return }
        lines[party] = nil
        parties.removeAll { $0 == party }
    }
}
