import { runServer } from 'verdaccio'

/** Serves the registry of a configuration file on loopback, tells its parent the port, and ends when the parent does. */
const server = await runServer(process.argv[2])
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.once('disconnect', () => process.exit())
