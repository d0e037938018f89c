import SharedStore
let loc = StoreLocation.container("/tmp/t/c", appGroup: "g")
do {
  let w = try BlockingStoreWriter(loc, create: true)
  let r = try w.publish(CountSnapshot(count: 3, title: "x"), kind: "todo")
  print(r)
  try w.readBack(r)
  print(StoreReader(loc).readCount("todo"))
  print(try StoreReader(loc).status())
  print(try StoreCheck.run(loc))
} catch { print(error) }
