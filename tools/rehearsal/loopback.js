import { Server } from 'node:net'

// Programs of a page listen on port 8080 of all addresses. With this module preloaded, they listen on a free port of
// loopback.
const { listen } = Server.prototype
Server.prototype.listen = function (first, ...rest) {
  const isPort = typeof first === 'object' && first !== null && 'port' in first
  return listen.call(this, isPort ? { ...first, port: 0, host: '127.0.0.1' } : first, ...rest)
}
