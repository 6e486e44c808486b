/** One peer in a process of its own: `node serve-peer.mjs NAME PORT`; answers its parent what it used so far. */
const [name, port] = process.argv.slice(2)
const before = process.memoryUsage().rss
const { start } = await import(`./peers/${name}.mjs`)
await start(Number(port))
process.on('message', () => process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss }))
process.on('disconnect', () => process.exit())
process.send({ ready: true, rss: process.memoryUsage().rss - before })
