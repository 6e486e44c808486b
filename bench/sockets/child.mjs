/** One peer that listens, `node child.mjs FILE PORT`; tells its parent what it has used so far. */
const [, , file, port] = process.argv
const { start } = await import(file)
await start(Number(port))
process.on('message', () => process.send({ value: { ...process.cpuUsage(), rss: process.memoryUsage().rss } }))
process.on('disconnect', () => process.exit())
process.send({ value: process.version })
