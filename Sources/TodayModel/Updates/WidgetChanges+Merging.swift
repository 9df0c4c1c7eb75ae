extension WidgetChanges {
    /// One patch that does what this one and then `later` would do: key by key, the later value wins.
    ///
    /// Two keys also write others, and that is kept: `HasContent` false empties the content and clears the next update;
    /// a largest mode of compact makes the mode compact.
    public func merging(_ later: WidgetChanges) -> WidgetChanges {
        var merged = self
        if later.hasContent == false {
            merged.content = nil
            merged.nextUpdate = nil
        } else if later.hasContent == true, hasContent == false {
            // The merged patch no longer says false, so it has to say what false did.
            merged.content = content ?? .empty
            merged.nextUpdate = nextUpdate ?? .never
        }
        let isShrunk = later.largestDisplayMode == .compact && displayMode != nil
        let wasShrunk = later.largestDisplayMode == .expanded && largestDisplayMode == .compact
        if isShrunk || wasShrunk { merged.displayMode = .compact }

        merged.content = later.content ?? merged.content
        merged.hasContent = later.hasContent ?? merged.hasContent
        merged.preferredContentSize = later.preferredContentSize ?? merged.preferredContentSize
        merged.largestDisplayMode = later.largestDisplayMode ?? merged.largestDisplayMode
        merged.displayMode = later.displayMode ?? merged.displayMode
        merged.marginInsets = later.marginInsets ?? merged.marginInsets
        merged.nextUpdate = later.nextUpdate ?? merged.nextUpdate
        merged.error = later.error ?? merged.error
        return merged
    }
}
