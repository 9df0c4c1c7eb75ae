internal import TodayModel

extension WidgetRecord {
    /// What is kept of this widget.
    package var kept: StoredWidget {
        var kept = StoredWidget()
        // Instances are what their widget was registered as.
        if source == .registered, identifier.instance == 1 {
            kept.registration = definition
            kept.endpoint = endpoint
            kept.sandboxedApp = sandboxedApp
            // They are what the widget has now, or have been replaced since.
            kept.registration?.changes = WidgetChanges()
        }
        kept.hasContent = hasContent
        kept.displayMode = displayMode
        kept.largestDisplayMode = largestDisplayMode == definition.largestDisplayMode ? nil : largestDisplayMode
        kept.preferredContentSize = preferredContentSize == definition.preferredContentSize ? nil : preferredContentSize
        kept.marginInsets = marginInsets
        kept.storedContent = storedContent
        kept.revision = revision
        kept.updatedAt = updatedAt
        kept.nextUpdate = nextUpdate
        kept.error = error
        kept.runs = runs
        kept.settings = setSettings
        kept.lastInstance = lastInstance
        kept.containingAppSeen = containingAppSeen
        return kept
    }
}
