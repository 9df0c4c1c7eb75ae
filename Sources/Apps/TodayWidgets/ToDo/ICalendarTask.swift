#if Widgets
    internal import CTodayIcal
    internal import Glibc
    internal import NotificationCenter
    internal import TodayModel

    /// A task in the format of iCalendar: RFC 5545, section 3.6.2.
    enum ICalendarTask {
        /// Reads tasks, each a text with one VTODO. Canceled tasks are left out. The fault is a clause that says why others
        /// are missing.
        static func read(_ objects: [String]) -> (content: [ListedTask], fault: String?) {
            var tasks: [ListedTask] = []
            var fault: String?
            for object in objects {
                let isRead: Void? = use(object) { task, root in
                    let status = icalcomponent_get_status(task)
                    guard status != ICAL_STATUS_CANCELLED else { return }
                    let component = ICalendarComponent(task, in: root, .system)
                    let completed = component.completed
                    let priority = component.properties(ICAL_PRIORITY_PROPERTY).first.map(icalproperty_get_priority)
                    let title = ForeignText.title(icalcomponent_get_summary(task).map { String(cString: $0) } ?? "")
                    tasks.append(
                        ListedTask(
                            key: Array(component.uid.utf8), label: title.isEmpty ? tr("No title") : title,
                            isDone: status == ICAL_STATUS_COMPLETED || completed != nil,
                            priority: priority.flatMap { (1...9).contains($0) ? UInt8($0) : nil },
                            due: component.due.map(day), completed: completed.map(day)))
                }
                if isRead == nil { fault = "a task can’t be read" }
            }
            return (tasks, fault)
        }

        /// Returns a task after it was completed or opened again. Everything else in it stays.
        static func setting(_ isDone: Bool, in text: String) throws(NCWidgetError) -> String {
            let changed: String?? = use(text) { task, _ in
                let repeating = [ICAL_RRULE_PROPERTY, ICAL_RDATE_PROPERTY, ICAL_RECURRENCEID_PROPERTY]
                guard repeating.allSatisfy({ icalcomponent_get_first_property(task, $0) == nil }) else { return nil }
                for kind in [ICAL_COMPLETED_PROPERTY, ICAL_PERCENTCOMPLETE_PROPERTY, ICAL_LASTMODIFIED_PROPERTY] {
                    while let property = icalcomponent_get_first_property(task, kind) {
                        icalcomponent_remove_property(task, property)
                        icalproperty_free(property)
                    }
                }
                icalcomponent_set_status(task, isDone ? ICAL_STATUS_COMPLETED : ICAL_STATUS_NEEDSACTION)
                icalcomponent_add_property(task, icalproperty_new_percentcomplete(isDone ? 100 : 0))
                icalcomponent_add_property(task, icalproperty_new_lastmodified(now))
                if isDone { icalcomponent_add_property(task, icalproperty_new_completed(now)) }
                return string(task)
            }
            guard let changed else { throw NCWidgetError(tr("The task can’t be read")) }
            guard let changed else {
                throw NCWidgetError(tr("This task repeats. Complete it in the app that you use for your tasks"))
            }
            return changed
        }

        /// Returns a new task.
        static func new(_ summary: String) -> String {
            ICalendarLibrary.use {
                let task = icalcomponent_new(ICAL_VTODO_COMPONENT)
                defer { icalcomponent_free(task) }
                let number = UInt64.random(in: .min ... .max)
                icalcomponent_set_uid(
                    task, "\(String(Timestamp.now.microseconds, radix: 16))-\(String(number, radix: 16))")
                icalcomponent_set_dtstamp(task, now)
                icalcomponent_add_property(task, icalproperty_new_created(now))
                icalcomponent_set_summary(task, ForeignText.title(summary))
                icalcomponent_set_status(task, ICAL_STATUS_NEEDSACTION)
                return string(task)
            }
        }

        /// Calls a closure with the task in a text, and with the component around it; nil if the text has none.
        private static func use<Result>(
            _ text: String, _ body: (_ task: OpaquePointer, _ root: OpaquePointer) -> Result
        ) -> Result? {
            guard ICalendarNesting.depth(text) <= ICalendarNesting.limit else { return nil }
            return ICalendarLibrary.use {
                guard let root = icalparser_parse_string(text) else { return nil }
                defer { icalcomponent_free(root) }
                let isTask = icalcomponent_isa(root) == ICAL_VTODO_COMPONENT
                return (isTask ? root : icalcomponent_get_first_component(root, ICAL_VTODO_COMPONENT)).map {
                    body($0, root)
                }
            }
        }

        private static func string(_ task: OpaquePointer?) -> String {
            guard let text = icalcomponent_as_ical_string_r(task) else { return "" }
            defer { free(text) }
            return String(cString: text)
        }

        private static var now: icaltimetype {
            icaltime_from_timet_with_zone(
                time_t(Timestamp.now.microseconds / 1_000_000), 0, icaltimezone_get_utc_timezone())
        }

        private static func day(_ time: ICalendarTime) -> Day {
            time.isDate ? time.day : Zone.system.local(time.moment(.system)).day
        }
    }
#endif
