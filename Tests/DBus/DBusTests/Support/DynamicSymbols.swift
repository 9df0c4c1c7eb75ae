import Glibc

/// The symbols that a program uses from shared libraries, read from its file (ELF, 64 bits, this machine's byte order).
enum DynamicSymbols {
    struct Unreadable: Error {}

    /// The names of functions and variables that it expects a library to define.
    static func imported(by path: String) throws -> [String] {
        let bytes = try contents(of: path)
        return try bytes.withUnsafeBytes { file in
            func load<Value>(_ offset: Int, as type: Value.Type) throws -> Value {
                guard offset >= 0, offset + MemoryLayout<Value>.size <= file.count else { throw Unreadable() }
                return file.loadUnaligned(fromByteOffset: offset, as: type)
            }
            let header = try load(0, as: Elf64_Ehdr.self)
            let sections = try (0..<Int(header.e_shnum)).map { number in
                try load(Int(header.e_shoff) + number * Int(header.e_shentsize), as: Elf64_Shdr.self)
            }
            guard let symbols = sections.first(where: { $0.sh_type == SHT_DYNSYM }),
                sections.indices.contains(Int(symbols.sh_link))
            else { throw Unreadable() }
            let names = sections[Int(symbols.sh_link)]
            let size = MemoryLayout<Elf64_Sym>.size
            return try (0..<Int(symbols.sh_size) / size).compactMap { number in
                let symbol = try load(Int(symbols.sh_offset) + number * size, as: Elf64_Sym.self)
                guard symbol.st_shndx == 0 else { return nil }
                let start = Int(names.sh_offset) + Int(symbol.st_name)
                guard file.indices.contains(start) else { throw Unreadable() }
                return String(decoding: file[start...].prefix { $0 != 0 }, as: UTF8.self)
            }
        }
    }

    private static func contents(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Unreadable() }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: ftell(file))
        rewind(file)
        guard fread(&bytes, 1, bytes.count, file) == bytes.count else { throw Unreadable() }
        return bytes
    }
}
