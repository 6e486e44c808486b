import { Server } from 'node:net'

/**
 * Starts a peer (one of the compared servers), and returns its `Server` of node. `listen()` is replaced, so that the
 * server believes that it listens, but opens no port.
 */
export async function catchServer({ start }) {
  const { promise, resolve } = Promise.withResolvers?.() ?? withResolvers()
  const { listen, address } = Server.prototype
  Server.prototype.listen = function (...args) {
    const done = args.at(-1)
    if (typeof done === 'function') this.once('listening', done)
    this.address = () => ({ address: '127.0.0.1', family: 'IPv4', port: 8_080 })
    setImmediate(() => {
      this.emit('listening')
      resolve(this)
    })
    return this
  }
  try {
    const [server] = await Promise.all([promise, start(8_080)])
    return server
  } finally {
    Object.assign(Server.prototype, { listen, address })
  }
}

function withResolvers() {
  let resolve
  const promise = new Promise((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
