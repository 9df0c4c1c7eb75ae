/* PNG and JPEG as Swift can see them: a picture is read from memory to pixels, and written from pixels to PNG.
 *
 * Both libraries report errors by longjmp, which Swift can't handle, so these
 * functions handle it here. They read untrusted files: call them only in a
 * confined process.
 */
#ifndef TODAYCENTER_CPICTURES_SHIM_H
#define TODAYCENTER_CPICTURES_SHIM_H

#if !__has_include(<png.h>) || !__has_include(<jpeglib.h>)
#error "today-widgets takes libpng and libjpeg (Debian: apt-get install libpng-dev libjpeg-dev). Without --traits Widgets everything else is built."
#endif

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <jpeglib.h>

/* Rows of pixels without gaps: red, green, blue and, with four channels, opacity, a byte each. */
struct cpictures_pixels {
    unsigned char *bytes; /* freed with `free`; null if the file can't be read */
    unsigned width, height, channels;
};

static inline struct cpictures_pixels cpictures_read_png(const void *file, size_t size, size_t most_pixels) {
    struct cpictures_pixels pixels = {0};
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, file, size) &&
        (unsigned long long)image.width * image.height <= most_pixels) {
        image.format = image.format & PNG_FORMAT_FLAG_ALPHA ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
        pixels.channels = PNG_IMAGE_PIXEL_CHANNELS(image.format);
        pixels.width = image.width;
        pixels.height = image.height;
        pixels.bytes = malloc(PNG_IMAGE_SIZE(image));
        if (pixels.bytes && !png_image_finish_read(&image, NULL, pixels.bytes, 0, NULL)) {
            free(pixels.bytes);
            pixels.bytes = NULL;
        }
    }
    png_image_free(&image);
    return pixels;
}

/* Returns the number of bytes written; 0 if they don't fit. */
static inline size_t cpictures_write_png(const struct cpictures_pixels *pixels, void *room, size_t size) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = pixels->width;
    image.height = pixels->height;
    image.format = pixels->channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    png_alloc_size_t count = size;
    return png_image_write_to_memory(&image, room, &count, 0, pixels->bytes, 0, NULL) ? count : 0;
}

struct cpictures_failure {
    struct jpeg_error_mgr base;
    jmp_buf jump;
};

static inline void cpictures_fail(j_common_ptr info) {
    longjmp(((struct cpictures_failure *)(void *)info->err)->jump, 1);
}

static inline void cpictures_print_nothing(j_common_ptr info) { (void)info; }

/* The library makes the picture smaller while it reads, as long as the shorter side has `least_side` pixels. */
static inline struct cpictures_pixels cpictures_read_jpeg(
    const void *file, size_t size, size_t most_pixels, unsigned least_side) {
    struct cpictures_pixels pixels = {0};
    struct jpeg_decompress_struct info;
    struct cpictures_failure failure;
    unsigned char *volatile bytes = NULL;
    memset(&info, 0, sizeof info);
    info.err = jpeg_std_error(&failure.base);
    failure.base.error_exit = cpictures_fail;
    failure.base.output_message = cpictures_print_nothing;
    if (setjmp(failure.jump)) {
        jpeg_destroy_decompress(&info);
        free(bytes);
        return pixels;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, file, size);
    jpeg_read_header(&info, TRUE);
    unsigned shorter = info.image_width < info.image_height ? info.image_width : info.image_height;
    info.scale_num = 1;
    info.scale_denom = 1;
    while (info.scale_denom < 8 && shorter / (info.scale_denom * 2) >= least_side) info.scale_denom *= 2;
    info.out_color_space = JCS_RGB;
    jpeg_calc_output_dimensions(&info);
    if ((unsigned long long)info.output_width * info.output_height <= most_pixels) {
        jpeg_start_decompress(&info);
        size_t stride = (size_t)info.output_width * 3;
        bytes = malloc(stride * info.output_height);
        while (bytes && info.output_scanline < info.output_height) {
            JSAMPROW row = bytes + stride * info.output_scanline;
            jpeg_read_scanlines(&info, &row, 1);
        }
        pixels.bytes = bytes;
        pixels.width = info.output_width;
        pixels.height = info.output_height;
        pixels.channels = 3;
    }
    jpeg_destroy_decompress(&info);
    return pixels;
}

#endif
