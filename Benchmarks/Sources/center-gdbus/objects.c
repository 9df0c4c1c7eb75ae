#if __has_include(<gio/gio.h>)
#include "center-gdbus.h"
#include "workload.h"

enum { WIDGET_COUNT = 100 };

static void add_text(GVariantBuilder *properties, const char *key, const char *text) {
    g_variant_builder_add(properties, "{sv}", key, g_variant_new_string(text));
}

/* Returns a column of texts, the same as workload_append_content writes. */
static GVariant *content(void) {
    GVariantBuilder children, attributes;
    g_variant_builder_init(&children, G_VARIANT_TYPE("av"));
    for (int i = 0; i < LINE_COUNT; i++) {
        g_variant_builder_init(&attributes, G_VARIANT_TYPE("a{sv}"));
        add_text(&attributes, "style", "body");
        add_text(&attributes, "text", workload_line(i));
        g_variant_builder_add(&children, "v", g_variant_new("(sa{sv}av)", "text", &attributes, NULL));
    }
    g_variant_builder_init(&attributes, G_VARIANT_TYPE("a{sv}"));
    g_variant_builder_add(&attributes, "{sv}", "spacing", g_variant_new_double(0));
    return g_variant_new("(sa{sv}av)", "column", &attributes, &children);
}

static GVariant *properties(int index) {
    GVariantBuilder all;
    char identifier[32], name[32];
    g_snprintf(identifier, sizeof identifier, "org.example.Widget%03d", index);
    g_snprintf(name, sizeof name, "Widget number %d", index);
    g_variant_builder_init(&all, G_VARIANT_TYPE("a{sv}"));
    add_text(&all, "Identifier", identifier);
    add_text(&all, "Name", name);
    add_text(&all, "Description", "");
    add_text(&all, "Icon", "");
    add_text(&all, "ContainingApp", "");
    g_variant_builder_add(&all, "{sv}", "HasContent", g_variant_new_boolean(TRUE));
    g_variant_builder_add(&all, "{sv}", "Arranged", g_variant_new_boolean(TRUE));
    add_text(&all, "DisplayMode", "compact");
    add_text(&all, "LargestDisplayMode", "compact");
    g_variant_builder_add(&all, "{sv}", "PreferredContentSize", g_variant_new("(dd)", 0., 0.));
    g_variant_builder_add(&all, "{sv}", "MarginInsets", g_variant_new("(dddd)", -1., -1., -1., -1.));
    g_variant_builder_add(&all, "{sv}", "Content", content());
    g_variant_builder_add(&all, "{sv}", "Revision", g_variant_new_uint64(1));
    g_variant_builder_add(&all, "{sv}", "UpdatedAt", g_variant_new_uint64(1));
    g_variant_builder_add(&all, "{sv}", "NextUpdate", g_variant_new_uint64(0));
    g_variant_builder_add(&all, "{sv}", "IsSnapshot", g_variant_new_boolean(FALSE));
    add_text(&all, "LastResult", "");
    add_text(&all, "State", "unavailable");
    add_text(&all, "Error", "");
    add_text(&all, "Source", "manifest");
    return g_variant_builder_end(&all);
}

GVariant *managed_objects(void) {
    GVariantBuilder objects, interfaces;
    g_variant_builder_init(&objects, G_VARIANT_TYPE("a{oa{sa{sv}}}"));
    for (int i = 0; i < WIDGET_COUNT; i++) {
        char path[128];
        g_snprintf(path, sizeof path, CENTER_PATH "/widget/org_2eexample_2eWidget%03d", i);
        g_variant_builder_init(&interfaces, G_VARIANT_TYPE("a{sa{sv}}"));
        g_variant_builder_add(&interfaces, "{s@a{sv}}", CENTER_INTERFACE ".Widget", properties(i));
        g_variant_builder_add(&objects, "{oa{sa{sv}}}", path, &interfaces);
    }
    return g_variant_new("(a{oa{sa{sv}}})", &objects);
}
#endif
