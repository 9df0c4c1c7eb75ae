/// Why no code can be made, as a sentence without its full stop.
package struct CodegenError: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
