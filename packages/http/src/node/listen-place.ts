import { ConfigurationError } from '@app/checks'
import type { ListenOptions } from './server.ts'

/**
 * The place where a server listens: a host and a port, the path of a Unix socket, or a descriptor that listens already.
 */
export type ListenPlace =
  | { readonly host: string; readonly port: number }
  | { readonly path: string }
  | { readonly fd: number }

/** Completes the options with defaults. Throws a `TypeError` for two places at once, such as a port and a path. */
export function placeOf({ port, host, path, fd }: ListenOptions): ListenPlace {
  const isPort = port !== undefined || host !== undefined
  if (Number(isPort) + Number(path !== undefined) + Number(fd !== undefined) > 1) {
    throw new TypeError('A server listens in one place: say port and host, or path, or fd')
  }
  if (path !== undefined) return { path }
  return fd === undefined ? { port: port ?? 8080, host: host ?? '0.0.0.0' } : { fd }
}

/** Describes the place for people: `127.0.0.1:8080`, a path, or `descriptor 3`. */
function nameOf(place: ListenPlace): string {
  if ('path' in place) return place.path
  return 'fd' in place ? `descriptor ${place.fd}` : `${place.host}:${place.port}`
}

/**
 * Makes the error for a server that cannot listen at its place. The message says why, and for the usual causes what to
 * do.
 */
export function cannotListen(place: ListenPlace, cause: NodeJS.ErrnoException): ConfigurationError {
  const advice = 'port' in place ? PORT_ADVICE : PATH_ADVICE
  const why = advice[cause.code ?? ''] ?? cause.message
  return new ConfigurationError('APP_LISTEN', `Cannot listen on ${nameOf(place)}: ${why}.`, { cause })
}

const PORT_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Stop the other program, or choose another port: run({ port: 8081 })',
  EACCES: 'this user may not use the port. Choose one above 1023: run({ port: 8080 })',
  EADDRNOTAVAIL: "this machine has no such address. Use '0.0.0.0' for all, or '127.0.0.1'",
  ENOTFOUND: "there is no such host. Use '0.0.0.0' for all, or '127.0.0.1'",
}

const PATH_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'this file exists already. Stop the other program, or remove the file if no program uses it',
  EACCES: 'this user may not write there. Choose a folder that this user owns',
  ENOENT: 'the folder of this path does not exist',
}
