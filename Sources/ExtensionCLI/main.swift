import SharedStoreReader
let loc = StoreLocation.container("/tmp/t/c", appGroup: "g")
print(StoreReader(loc).readCount("todo"))
