import { runServer } from 'verdaccio'

/**
 * Serves, on loopback, the registry that a configuration file describes. Sends its port to the parent process, and ends
 * with the parent process.
 */
const server = await runServer(process.argv[2])
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.once('disconnect', () => process.exit())
