/// The kinds of node that this version of the contract defines. ``ContentSchema/kinds`` describes them.
package enum ContentKind: String, CaseIterable, Sendable {
    case column, row, grid, list, text, timer, progress, image, button, toggle, chart, section, divider, spacer
    case checkbox, slider, clock, entry
}

/// The names of the attributes that this version of the contract defines. ``ContentSchema`` assigns them to kinds.
package enum ContentAttribute: String, CaseIterable, Sendable {
    case accessibleLabel = "accessible-label"
    case action, alignment, color, columns, data, description, enabled, expanded, fallback
    case finishedText = "finished-text"
    case height, icon, id, label, lines, maximum, minimum, modes, parameter, placeholder
    case `private`
    case showAfter = "show-after"
    case showBefore = "show-before"
    case series
    case seriesLabel = "series-label"
    case showValues = "show-values"
    case since, spacing, step, style, text, tooltip, unit, until, url, value, values
    case visibleRows = "visible-rows"
    case width, zone
}
