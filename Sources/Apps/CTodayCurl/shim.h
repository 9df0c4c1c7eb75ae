/* libcurl as Swift can see it.
 *
 * Swift imports functions and structs, but no variadic functions. Each inline
 * function below wraps a call with one type of argument and contains no logic.
 */
#ifndef TODAYCENTER_CCURL_SHIM_H
#define TODAYCENTER_CCURL_SHIM_H

#if !__has_include(<curl/curl.h>)
#error "today-widgets takes libcurl (Debian: apt-get install libcurl4-openssl-dev). Without --traits Widgets everything else is built."
#endif

#include <curl/curl.h>

/* `curl_easy_setopt` and `curl_easy_getinfo` are variadic. */
static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}
/* libcurl copies the text. */
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_writer(
    CURL *handle, size_t (*writer)(char *data, size_t size, size_t count, void *context)) {
    return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
}
/* Receives one line of the header at a time, as the writer receives the body. */
static inline CURLcode ccurl_set_header_reader(
    CURL *handle, size_t (*reader)(char *data, size_t size, size_t count, void *context)) {
    return curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, reader);
}
/* Called about once a second; a result other than 0 ends the transfer. */
static inline CURLcode ccurl_set_progress(
    CURL *handle, int (*progress)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
}
static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

#endif
