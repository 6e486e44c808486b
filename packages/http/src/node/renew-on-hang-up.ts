import { printError } from '../platform/node-primitives.ts'
import type { NodeServer } from './node-server.ts'

/** Reads the certificate of a server anew at each SIGHUP, until the server closes. */
export function renewOnHangUp(server: NodeServer): void {
  const renew = () => {
    try {
      server.renew()
      console.log('The certificate was read anew')
    } catch (error) {
      printError(error, 'The certificate stays as it was:')
    }
  }
  process.on('SIGHUP', renew)
  server.node.once('close', () => process.off('SIGHUP', renew))
}
