// One import gives a writer the reader's and the model's words too.
@_exported public import SharedStoreModel
@_exported public import SharedStoreReader
