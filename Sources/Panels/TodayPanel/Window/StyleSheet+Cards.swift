#if Panel
    extension StyleSheet {
        /// The rules for cards.
        static let cardRules = """
            window.today { background-color: @today_page; }
            window.today scrolledwindow, window.today viewport { background: none; }

            .today image { -gtk-icon-size: 1.2em; }
            .cards { padding: 12px; }
            .today-card {
              background-color: @today_card;
              border-radius: 14px;
              box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.07), 0 1px 3px alpha(black, 0.12);
            }
            .today *:focus-visible { outline-color: @today_accent; }
            /* The part with the focus has its own ring. */
            .today-card:focus:focus-visible, .edit-row:focus:focus-visible { outline: 2px solid @today_accent;
              outline-offset: -2px; }
            .today-card:focus-within:not(:focus), .edit-row:focus-within:not(:focus) { outline: none; }
            .today-card.dragged { box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.12), 0 6px 16px alpha(black, 0.3); }
            .cards.away { opacity: 0.55; transition: opacity 200ms ease-out; }
            /* The fade of cut off content takes this color. */
            .today-content { border: 0 solid @today_card; }
            .today-content.out-of-date { opacity: 0.65; }
            .placeholder { color: alpha(currentColor, 0.72); }

            .today-header { padding: 8px 14px 2px 14px; min-height: 28px; }
            .card-name { font-weight: 600; font-size: 0.92em; margin-left: 8px; }
            .card-name:dir(rtl) { margin-left: 0; margin-right: 8px; }
            .today .card-icon image { -gtk-icon-size: 1.35em; }
            .letter-tile { border-radius: 0.4em; font-size: 0.84em; font-weight: 700; color: white; }
            .today .edit-icon .letter-tile { font-size: 1.1em; }
            .tile-0 { background-color: #1a5fb4; }
            .tile-1 { background-color: #1b7a4b; }
            .tile-2 { background-color: #a51d2d; }
            .tile-3 { background-color: #613583; }
            .tile-4 { background-color: #8f5300; }
            .tile-5 { background-color: #0f6e73; }
            .tile-6 { background-color: #8a2b6b; }
            .tile-7 { background-color: #63452c; }
            .card-icon-missing { color: alpha(currentColor, 0.4); }
            .today-age { font-size: 0.85em; color: alpha(currentColor, 0.72); margin-left: 8px; }
            .today-age:dir(rtl) { margin-left: 0; margin-right: 8px; }
            .card-badge { font-size: 0.85em; font-weight: 600; color: @today_accent; margin-left: 8px; }
            .card-badge:dir(rtl) { margin-left: 0; margin-right: 8px; }
            .card-badge.card-alert { color: @today_error_text; }
            .card-work { min-width: 1em; min-height: 1em; color: @today_accent; margin-left: 8px; }
            .card-work:dir(rtl) { margin-left: 0; margin-right: 8px; }
            .card-size, .show-more { font-size: 0.85em; font-weight: 600; padding: 1px 8px; min-height: 0;
              color: @today_accent; border-radius: 8px; }
            .card-size { border: none; margin: 0 -4px 0 4px; }
            .card-size:dir(rtl) { margin: 0 4px 0 -4px; }
            .show-more { margin-left: -8px; }
            .show-more:dir(rtl) { margin-left: 0; margin-right: -8px; }
            .card-menu, .edit-menu { min-width: 1.8em; min-height: 1.8em; padding: 0; border-radius: 1em; border: none;
              opacity: 0.72; }
            /* The dots, which are 4 px wide, end where the content does. */
            .card-menu { margin: 0 -0.75em 0 4px; }
            .card-menu:dir(rtl) { margin: 0 4px 0 -0.75em; }
            .card-menu:hover, .edit-menu:hover { opacity: 1; }

            .card-notes { padding: 0 14px 12px 14px; }
            .note { font-size: 0.88em; }
            .note-quiet { color: alpha(currentColor, 0.72); }
            .note-mark { min-width: 1.2em; min-height: 1.2em; }
            .note-problem image { color: @today_warning_text; }
            .retry { font-size: 1em; padding: 1px 10px; min-height: 24px; border-radius: 8px; }
            .retry.working label { opacity: 0; }
            .retry.working spinner { color: @today_accent; opacity: 1; }
            .disclosure { font-weight: inherit; padding: 1px 8px; min-height: 0; margin-left: -8px;
              color: @today_accent; border-radius: 8px; }
            .disclosure:dir(rtl) { margin-left: 0; margin-right: -8px; }
            .today .disclosure image { -gtk-icon-size: 1em; }
            .disclosed { color: alpha(currentColor, 0.72); }

            """
    }
#endif
