#if Panel
    extension StyleSheet {
        /// The rules for the footer, and for the pages that replace cards.
        static let pageRules = """
            .today-footer { padding: 6px 12px 10px 12px; border-top: 1px solid alpha(@theme_fg_color, 0.08); }
            .edit-button { font-weight: 600; padding: 2px 22px; border-radius: 14px;
              background-color: alpha(@theme_fg_color, 0.08); }
            .pin { min-height: 1.8em; min-width: 1.8em; padding: 2px; border-radius: 1.2em; background: none; box-shadow: none;
              border: none; opacity: 0.7; }
            .pin:hover { opacity: 1; background-color: alpha(@theme_fg_color, 0.08); }
            .pin:checked { opacity: 1; color: @today_accent; background-color: alpha(@theme_fg_color, 0.08); }
            .announcement { font-size: 0.9em; padding: 0 10px; min-height: 24px; color: @today_accent; }
            .edit-header { padding: 14px 12px 10px 18px; }
            .edit-header:dir(rtl) { padding: 14px 18px 10px 12px; }
            .edit-title { font-size: 1.3em; font-weight: 700; }
            .edit-page { padding: 4px 12px 16px 12px; }
            .edit-heading { font-weight: 600; font-size: 0.92em; margin: 10px 6px 0 6px;
              color: alpha(currentColor, 0.72); }
            .edit-nothing { margin: 10px 6px; color: alpha(currentColor, 0.72); }
            .edit-list { border-radius: 14px; background-color: @today_card;
              box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.07), 0 1px 3px alpha(black, 0.12); }
            .edit-list, .edit-list row { color: @theme_fg_color; }
            .edit-row { padding: 7px 10px; border-radius: 14px; min-height: 38px; }
            @keyframes from-below { from { transform: translateY(52px); } to { transform: none; } }
            @keyframes from-above { from { transform: translateY(-52px); } to { transform: none; } }
            .edit-row.from-below { animation: from-below 160ms ease-out; }
            .edit-row.from-above { animation: from-above 160ms ease-out; }
            .edit-row.dragged { background-color: mix(@today_card, @today_accent, 0.2); }
            .today .edit-icon image { -gtk-icon-size: 1.8em; }
            .edit-name { font-weight: 500; }
            .edit-detail { font-size: 0.85em; color: alpha(currentColor, 0.72); }
            .edit-badge { font-size: 0.8em; font-weight: 600; padding: 0 8px; border-radius: 9px;
              background-color: @today_accent; color: @today_on_accent; }
            .edit-remove { min-width: 1.8em; min-height: 1.8em; padding: 0; border-radius: 0.9em;
              border: none; box-shadow: none; background-image: none; color: white; }
            .edit-remove { background-color: @error_color; }
            .edit-remove:focus-visible { outline: 2px solid @today_accent; outline-offset: 2px; }
            .edit-handle { opacity: 0.5; }

            .gallery-entry { padding: 10px 12px; border-radius: 14px; background-color: @today_card;
              box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.07), 0 1px 3px alpha(black, 0.12); }
            .gallery-entry > .edit-detail { margin: 2px 0 6px 0; }
            .gallery-preview { border-radius: 10px; background-color: alpha(@theme_fg_color, 0.04); padding-top: 8px;
              margin-top: 8px; }
            .gallery-entry button { padding: 2px 10px; min-height: 28px; }
            .script-preview { padding-top: 12px; }
            .script-report { font-family: monospace; font-size: 0.9em; }
            .icon-button { padding: 2px 10px; }
            .undo-bar { margin: 0 12px 12px 12px; padding: 6px 6px 6px 14px; border-radius: 12px;
              background-color: mix(@theme_bg_color, @theme_fg_color, 0.88); color: @theme_bg_color; }
            .undo-bar:dir(rtl) { padding: 6px 14px 6px 6px; }
            .undo-button { color: inherit; font-weight: 700; border-radius: 8px; padding: 2px 10px; }
            .undo-button:hover { background-color: alpha(currentColor, 0.15); }
            .explanation { padding: 8px; }
            .explanation-message { font-weight: 600; }
            .explanation-title { color: alpha(currentColor, 0.72); }

            .settings-header { padding: 14px 12px 10px 12px; }
            .settings-title { font-weight: 700; }
            .settings-caption { font-size: 0.85em; color: alpha(currentColor, 0.72); }
            .settings-page { padding: 4px 12px 16px 12px; }
            .settings-list { border-radius: 14px; background-color: @today_card; padding: 6px 0;
              box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.07), 0 1px 3px alpha(black, 0.12); }
            .setting { padding: 8px 14px; }
            .setting-name { font-weight: 500; }
            .setting-details, .setting-fault { font-size: 0.85em; }
            .setting-details { color: alpha(currentColor, 0.72); }
            .setting-fault { color: @today_error_text; }
            .today .wrong entry { border-color: @today_error_text; box-shadow: inset 0 0 0 1px @today_error_text; }
            .today .setting entry:focus-within { outline-color: @today_accent; }
            .swatch { min-width: 0.8em; min-height: 0.8em; border-radius: 0.4em; background-color: currentColor; }

            .status-page { padding: 36px; }
            .today .status-page image { -gtk-icon-size: 4.8em; }
            .status-page image { color: alpha(currentColor, 0.35); }
            .status-title { font-size: 1.3em; font-weight: 700; }
            .status-explanation { color: alpha(currentColor, 0.72); }
            .notice { padding: 10px 16px; background-color: alpha(@warning_color, 0.15); font-size: 0.9em; }

            """
    }
#endif
