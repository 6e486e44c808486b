import { Application, text } from '@app/core'
import { accessLog } from '@app/core/logging'

// Runs an application that logs each request to standard output, or to the failing logger that the environment variable
// `LOGGER` names. Writes the port of the server to file descriptor 3.

/** Loggers that fail. */
const loggers: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('no room')
  },
  rejects: () => Promise.reject(new Error('no room')),
}
const info = loggers[process.env.LOGGER ?? '']

const app = new Application()
app.pipe(accessLog(info ? { logger: { info } } : {}))
app.pipe(() => text('hello'))
const server = await app.run({ port: 0, host: '127.0.0.1' })
process.getBuiltinModule('node:fs').writeSync(3, `READY ${server.address?.port}\n`)
