#if Panel
    extension StyleSheet {
        /// The rules for the nodes of content. Lengths that belong to text follow the text size.
        static let nodeRules = """
            .text-title { font-size: 1.45em; font-weight: 700; }
            .text-headline { font-weight: 700; }
            .text-caption { font-size: 0.85em; }
            .text-monospaced { font-family: monospace; }
            .color-secondary { color: alpha(currentColor, 0.72); }
            .color-accent { color: @today_accent; }
            .color-success { color: @today_success_text; }
            .color-warning { color: @today_warning_text; }
            .color-error { color: @today_error_text; }
            .timer { font-feature-settings: "tnum"; }
            .clock { font-size: 1.9em; }
            .picture { border-radius: 8px; }

            .today progressbar trough, .today progressbar progress { min-height: 0.45em; border-radius: 1em; }
            .today progressbar trough { min-width: 3em; }
            .today progressbar progress { background-color: @today_accent; background-image: none;
              border-color: @today_accent; }
            .today .progress-success progress { background-color: @today_success_text; border-color: @today_success_text; }
            .today .progress-warning progress { background-color: @today_warning_text; border-color: @today_warning_text; }
            .today .progress-error progress { background-color: @today_error_text; border-color: @today_error_text; }
            .dark progressbar trough, .dark scale trough { background-color: alpha(@theme_fg_color, 0.14); }
            .ring, .runner, .chart { color: @today_accent; }
            .ring { min-width: 2.4em; min-height: 2.4em; }
            .ring.ring-with-label { min-width: 4.2em; min-height: 4.2em; }
            .ring-label { font-size: 0.85em; font-weight: 600; font-feature-settings: "tnum"; margin: 0 0.6em; }
            .chart { min-width: 3em; }
            overlay > .chart { min-height: 3.6em; }
            .progress-success, .progress-success .runner { color: @today_success_text; }
            .progress-warning, .progress-warning .runner { color: @today_warning_text; }
            .progress-error, .progress-error .runner { color: @today_error_text; }

            .today button image { -gtk-icon-style: symbolic; }
            .framed { padding: 3px 12px; min-height: 22px; border-radius: 9px; }
            .link-like { color: @today_accent; padding: 0 4px; margin: 0 -4px; border: none; min-height: 0; }
            .today button.suggested-action { background-color: @today_accent; background-image: none;
              border-color: @today_accent; color: @today_on_accent; text-shadow: none; box-shadow: none; }
            .today button.suggested-action:hover { background-color: mix(@today_accent, @theme_fg_color, 0.12); }
            .today button.suggested-action:active { background-color: mix(@today_accent, @theme_fg_color, 0.24); }
            .today button.suggested-action:disabled { opacity: 0.5; }
            .tappable { padding: 2px 6px; margin: -2px -6px; border: none; min-height: 0; min-width: 0;
              font-weight: inherit; border-radius: 8px; }
            .tappable.takes-taps:hover { background-color: alpha(currentColor, 0.08); }
            .tappable.takes-taps:active { background-color: alpha(currentColor, 0.16); }
            .today .chevron { -gtk-icon-size: 1em; color: alpha(currentColor, 0.72); }
            .section-header { padding: 2px 6px; margin: -2px -6px; border: none; min-height: 0; min-width: 0;
              font-weight: 600; border-radius: 8px; }
            .today .section-header image { -gtk-icon-size: 1em; min-width: 16px; }

            .today switch { border-radius: 1em; background-image: none; background-color: @today_off;
              border-color: @today_off; box-shadow: none; }
            .today switch > slider { min-width: 1.6em; min-height: 1.6em; border-radius: 1em; background-image: none;
              background-color: white; border-color: @today_off; box-shadow: none; }
            .today switch image { -gtk-icon-size: 16px; }
            .today switch:checked { background-color: @today_fill; border-color: @today_fill; }
            .today switch:checked > slider { background-color: @today_on_fill; border-color: @today_fill; }
            .today .check-box { min-width: 1.25em; min-height: 1.25em; padding: 1px; border-radius: 0.4em;
              box-shadow: none; background: none; border: 1px solid alpha(@theme_fg_color, 0.6); }
            .today .check-box image { -gtk-icon-size: 0.95em; }
            .check-box:not(:checked) image { color: transparent; }
            /* The check mark is as thin as text. */
            .today .check-box:checked { background-color: @today_accent; border-color: @today_accent;
              color: @today_on_accent; }
            .today .check-box:disabled { opacity: 0.5; }
            .today check:checked { background-color: @today_accent; background-image: none;
              border-color: @today_accent; color: @today_on_accent; }
            .today scale { padding: 4px 0; }
            .today scale highlight { background-color: @today_accent; background-image: none; border-color: @today_accent; }
            .dark scale slider { background-color: @theme_fg_color; background-image: none; border-color: @today_card; }
            .today switch:disabled, .today check:disabled, .today scale:disabled { opacity: 0.5; }
            .today entry { border-color: alpha(@theme_fg_color, 0.55); }
            .today entry > text > placeholder { opacity: 1; color: alpha(currentColor, 0.72); }
            .today separator { background-color: alpha(@theme_fg_color, 0.12); min-width: 1px; min-height: 1px; }

            """
    }
#endif
