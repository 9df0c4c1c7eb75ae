#if __has_include(<gtk/gtk.h>)
#include "panel-gtk.h"

/* The part of the panel's style sheet that these cards need. */
static const char rules[] =
    "window.today { background-color: @theme_bg_color; }"
    "window.today scrolledwindow, window.today viewport { background: none; }"
    ".cards { padding: 12px; }"
    ".card-of-today { background-color: @theme_base_color; border-radius: 14px;"
    "  box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.07), 0 1px 3px alpha(black, 0.12); }"
    ".card-header { padding: 8px 14px 2px 14px; min-height: 28px; }"
    ".card-name { font-weight: 600; font-size: 0.92em; margin-left: 8px; }"
    ".card-age { font-size: 0.85em; color: alpha(currentColor, 0.72); margin-left: 8px; }"
    ".card-menu { min-width: 1.8em; min-height: 1.8em; padding: 0; border-radius: 1em; border: none; opacity: 0.72;"
    "  margin: 0 -0.75em 0 4px; }"
    ".picture { border-radius: 8px; }"
    ".today progressbar trough, .today progressbar progress { min-height: 6px; border-radius: 3px; }"
    ".card-of-today:focus-visible { outline: 2px solid @theme_selected_bg_color; outline-offset: -2px; }"
    ".edit-footer { padding: 6px 12px 10px 12px; border-top: 1px solid alpha(@theme_fg_color, 0.08); }"
    ".edit-button { font-weight: 600; padding: 2px 22px; border-radius: 14px;"
    "  background-color: alpha(@theme_fg_color, 0.08); }"
    ".pin { min-height: 1.8em; min-width: 1.8em; padding: 2px; border-radius: 1.2em; background: none;"
    "  box-shadow: none; border: none; opacity: 0.7; }";

void style_install(void) {
    GtkCssProvider *provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(provider, rules, -1);
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_object_unref(provider);
}
#endif
