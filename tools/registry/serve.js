import { runServer } from 'verdaccio'

/**
 * Serves the registry that a configuration file describes on loopback, sends its port to the parent process, and ends
 * with it.
 */
const server = await runServer(process.argv[2])
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.once('disconnect', () => process.exit())
