import { Application, text } from '@app/core'
import { accessLog } from '@app/core/logging'

/**
 * A program that logs each request, to standard output or, if `LOGGER` is `throws` or `rejects`, by a logger that fails
 * in this way, and that writes its port to file descriptor 3.
 */
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
