/// Slots for work that may take long, and the queues for them. Pure; ``Turnstile`` makes the work wait.
///
/// The number of active pieces of work is limited, in total and per party. Waiting parties get free slots in turn, each
/// in the order of its own queue. So a party with much work doesn't block others.
package struct Turns<Party: Hashable & Sendable> {
    /// One piece of work.
    package struct Ticket: Hashable, Comparable, Sendable {
        fileprivate let number: UInt64

        /// Whether `left` came first.
        package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
    }

    /// The limits.
    package struct Bounds: Hashable, Sendable {
        /// Active work.
        package var atWork: Int
        /// Active work of one party.
        package var atWorkPerParty: Int
        /// Waiting work, in total and below for one party.
        package var waiting: Int
        package var waitingPerParty: Int
        /// Work that lost its slot and hasn't ended.
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

    /// The queue is full.
    package struct Full: Error, Hashable, Sendable {
        /// The number of waiting pieces of work of the party.
        package let ofParty: Int
        /// The number of waiting pieces of work in total.
        package let inAll: Int

        package init(ofParty: Int, inAll: Int) {
            self.ofParty = ofParty
            self.inAll = inAll
        }
    }

    private enum Standing { case waiting, atWork, setAside }

    package let bounds: Bounds
    private var tickets: [Ticket: (party: Party, standing: Standing)] = [:]
    /// The number of active or set-aside pieces of work of each party.
    private var busy: [Party: Int] = [:]
    private var lines: [Party: [Ticket]] = [:]
    /// The waiting parties. The next one comes first.
    private var parties: [Party] = []
    private var lastNumber: UInt64 = 0
    package private(set) var atWork = 0
    package private(set) var setAside = 0
    package private(set) var waiting = 0

    package init(_ bounds: Bounds) { self.bounds = bounds }

    /// Admits work, or makes it wait.
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

    /// Ends work, or stops waiting. Returns the work that is admitted in its place.
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
        return admit()
    }

    /// Passes the slot of work that doesn't end to other work, unless too much work is set aside. Its own party gains
    /// no slot from it. Returns the admitted work.
    package mutating func setAside(_ ticket: Ticket) -> [Ticket] {
        guard case (let party, .atWork)? = tickets[ticket], setAside < bounds.setAside else { return [] }
        tickets[ticket] = (party, .setAside)
        atWork -= 1
        setAside += 1
        return admit()
    }

    private mutating func begin(_ ticket: Ticket, _ party: Party) {
        tickets[ticket] = (party, .atWork)
        busy[party, default: 0] += 1
        atWork += 1
    }

    private mutating func admit() -> [Ticket] {
        var admitted: [Ticket] = []
        while atWork < bounds.atWork,
            let index = parties.firstIndex(where: { busy[$0, default: 0] < bounds.atWorkPerParty }),
            let ticket = lines[parties[index]]?.first
        {
            let party = parties.remove(at: index)
            lines[party]?.removeFirst()
            parties.append(party)
            stoppedWaiting(party)
            begin(ticket, party)
            admitted.append(ticket)
        }
        return admitted
    }

    /// Records that a piece of a party's work no longer waits.
    private mutating func stoppedWaiting(_ party: Party) {
        waiting -= 1
        guard lines[party]?.isEmpty == true else { return }
        lines[party] = nil
        parties.removeAll { $0 == party }
    }
}
