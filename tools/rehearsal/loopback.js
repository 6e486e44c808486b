import { Server } from 'node:net'

// Programs of a page listen on port 8080 of all addresses. Followed by a test, on a free port of this machine alone.
const { listen } = Server.prototype
Server.prototype.listen = function (first, ...rest) {
  const isPort = typeof first === 'object' && first !== null && 'port' in first
  return listen.call(this, isPort ? { ...first, port: 0, host: '127.0.0.1' } : first, ...rest)
}
