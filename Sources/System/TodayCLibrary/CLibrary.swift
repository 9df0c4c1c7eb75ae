// The C library of the platform: glibc, or musl with the static Linux SDK.
#if canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Glibc
#endif
