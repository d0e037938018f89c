// One import gives a reader the model's words too.
@_exported public import SharedStoreModel
