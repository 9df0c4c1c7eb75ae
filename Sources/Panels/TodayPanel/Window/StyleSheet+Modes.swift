#if Panel
    extension StyleSheet {
        /// The rules for high contrast, for touch, and for animations.
        static let modeRules = """
            .more-contrast .today-age, .more-contrast .placeholder, .more-contrast .note-quiet,
            .more-contrast .color-secondary, .more-contrast .edit-heading, .more-contrast .edit-nothing,
            .more-contrast .edit-detail, .more-contrast .status-explanation, .more-contrast .settings-caption,
            .more-contrast .setting-details, .more-contrast .disclosed, .more-contrast .explanation-title, .more-contrast .chevron,
            .more-contrast entry > text > placeholder { color: inherit; }
            .more-contrast entry > text > placeholder { font-style: italic; }
            .more-contrast .card-menu, .more-contrast .edit-menu, .more-contrast .pin, .more-contrast .edit-handle,
            .more-contrast .today-content.out-of-date { opacity: 1; }
            .more-contrast .today-card, .more-contrast .edit-list, .more-contrast .settings-list,
            .more-contrast .gallery-entry, .more-contrast .undo-bar {
              box-shadow: 0 0 0 1px @theme_fg_color; }
            .more-contrast button.framed, .more-contrast button.text-button:not(.flat), .more-contrast .retry,
            .more-contrast .edit-button, .more-contrast dropdown > button, .more-contrast .pill,
            .more-contrast entry, .more-contrast spinbutton, .more-contrast spinbutton > button, .more-contrast .check-box {
              border-color: @theme_fg_color; box-shadow: inset 0 0 0 1px @theme_fg_color; }
            .more-contrast switch, .more-contrast switch:checked, .more-contrast switch > slider,
            .more-contrast switch:checked > slider { border-color: @theme_fg_color; }
            .more-contrast progressbar trough, .more-contrast scale trough {
              box-shadow: inset 0 0 0 1px @theme_fg_color; }
            .more-contrast separator { background-color: @theme_fg_color; }

            .today.solid popover > contents { box-shadow: none; border-radius: 0; margin: 0;
              border: 1px solid mix(@today_card, @theme_fg_color, 0.3); }
            .today.solid popover { padding: 0; filter: none; }

            .touch .today-header { padding-top: 0; padding-bottom: 0; min-height: 44px; }
            .touch button, .touch .gallery-entry button { min-width: 44px; min-height: 44px; padding-top: 0;
              padding-bottom: 0; }
            .touch .card-menu { margin: 0 -14px 0 0; }
            .touch .card-menu:dir(rtl) { margin: 0 0 0 -14px; }
            .touch .card-menu, .touch .edit-menu, .touch .pin, .touch .card-size, .touch .show-more, .touch .framed,
            .touch .link-like, .touch .retry, .touch .disclosure, .touch .edit-button, .touch .pill, .touch .announcement,
            .touch .section-header, .touch .tappable, .touch entry, .touch spinbutton, .touch dropdown > button {
              min-width: 44px; min-height: 44px; padding-top: 0; padding-bottom: 0; }
            .touch .card-size, .touch .show-more, .touch .image-button, .touch .icon-button { padding: 0; }
            .today.touch .check-box { min-width: 44px; min-height: 44px; padding: 0; border: none; background: none;
              box-shadow: none; }
            .today.touch .check-box { margin: 0 -4px 0 -10px; }
            .today.touch .check-box:dir(rtl) { margin: 0 -10px 0 -4px; }
            .touch .check-box image { min-width: 1.25em; min-height: 1.25em; border-radius: 0.4em; margin: 10px;
              border: 1px solid alpha(@theme_fg_color, 0.6); }
            .touch .check-box:checked image { background-color: @today_accent; border-color: @today_accent; }
            .touch switch { padding: 10px; margin: 0 -10px; border: none; border-radius: 4em;
              background-clip: content-box; }
            .touch switch > slider { min-height: 20px; min-width: 20px; margin: 2px; }
            .touch .edit-button { border-radius: 22px; }
            .touch scale { min-height: 44px; padding: 0; }
            .touch .edit-remove, .touch .edit-add { min-width: 44px; min-height: 44px; border-radius: 22px; }

            @keyframes arrive { from { opacity: 0; transform: translateX(28px); } to { opacity: 1; transform: none; } }
            @keyframes arrive-rtl { from { opacity: 0; transform: translateX(-28px); } to { opacity: 1; transform: none; } }
            .arriving { animation: arrive 180ms ease-out; }
            .arriving:dir(rtl) { animation-name: arrive-rtl; }
            .departing { opacity: 0; transition: opacity 120ms ease-in; }
            @keyframes appear { from { opacity: 0; } to { opacity: 1; } }
            .appearing { animation: appear 180ms ease-out; }
            .disappearing { opacity: 0; transition: opacity 150ms ease-in; }
            """
    }
#endif
