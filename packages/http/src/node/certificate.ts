import type { SecureContextOptions } from 'node:tls'
import { describeValue, refuseUnknown } from '@app/checks'
import { printError } from '../platform/node-primitives.ts'
import type { Server, TlsOptions } from './server.ts'

/**
 * Returns the certificate of a server in the form that `node:tls` takes. Files are read anew at each call.
 *
 * Throws a `TypeError` for an unknown or a missing option, for a file that cannot be read, and for a certificate and a
 * key that node does not accept together. No message shows the content of the certificate or the key.
 */
export function readCertificate(options: TlsOptions): SecureContextOptions {
  refuseUnknown('tls', options, ['cert', 'key', 'passphrase'])
  const { passphrase } = options
  const read = {
    cert: pemOf(options, 'cert'),
    key: pemOf(options, 'key'),
    ...(passphrase !== undefined && { passphrase }),
  }
  try {
    process.getBuiltinModule('node:tls').createSecureContext(read)
  } catch (error) {
    const { message } = error as Error
    throw new TypeError(
      `tls: node does not accept "cert" and "key" together (${message}). Each is the text of a PEM file, or the path of one.`,
      {
        cause: error,
      },
    )
  }
  return read
}

/** True if the certificate or its key is given as the path of a file, which may have changed since it was read. */
export function isInFiles({ cert, key }: TlsOptions): boolean {
  return !isPem(cert) || !isPem(key)
}

function pemOf(options: TlsOptions, name: 'cert' | 'key'): string {
  const given: unknown = options[name]
  if (typeof given !== 'string' || given === '') {
    throw new TypeError(`tls: "${name}" is the text of a PEM file, or the path of one, got ${describeValue(given)}.`)
  }
  if (isPem(given)) return given
  try {
    return process.getBuiltinModule('node:fs').readFileSync(given, 'utf8')
  } catch (error) {
    // The message does not show a string that is neither PEM nor the path of a file: the text may be a key in another
    // format.
    const { code } = error as NodeJS.ErrnoException
    const problem = code === 'ENOENT' ? 'there is no such file' : code
    throw new TypeError(
      `tls: "${name}" is not the text of a PEM file, and cannot be read as the path of one: ${problem}.`,
    )
  }
}

function isPem(text: string): boolean {
  return text.includes('-----BEGIN ')
}

/** Reads the certificate of a server anew at each SIGHUP, until the server closes. */
export function renewOnHangUp(server: Pick<Server, 'node'> & { renew(): void }): void {
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
