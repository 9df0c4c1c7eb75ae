/// The reason why no code can be generated, as a sentence without a period at the end.
package struct CodegenError: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
