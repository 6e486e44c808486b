/** A process in which one peer (one of the compared servers) listens on a port: `node child.mjs FILE PORT`. */
const [, , file, port] = process.argv
const { start } = await import(file)
await start(Number(port))
process.on('disconnect', () => process.exit())
process.send({ value: process.version })
