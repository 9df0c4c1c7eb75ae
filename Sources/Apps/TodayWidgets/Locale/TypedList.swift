#if Widgets
    extension String {
        /// The parts of a list that the user typed, separated by commas or semicolons of any language.
        var listed: [Substring.UnicodeScalarView] {
            let separators = Set(",;،؛、，；".unicodeScalars)
            return unicodeScalars.split { separators.contains($0) }
        }
    }
#endif
