import { isMap, type OptionKind, optionKind } from '@app/checks'
import type { ListenOptions, NodeHandlerOptions, ServeOptions, ServerOptions } from './server.ts'

type Kinds<O> = { readonly [K in keyof Required<O>]: OptionKind }

/** The kinds of the options of a server. */
export const SERVER_OPTIONS: Kinds<ServerOptions> = {
  bodyLimit: optionKind.count,
  headersTimeout: optionKind.seconds,
  requestTimeout: optionKind.seconds,
  writeTimeout: optionKind.seconds,
  handlerTimeout: optionKind.seconds,
  keepAliveTimeout: optionKind.seconds,
  // `TrustedProxies` checks the list, since its error can say which entry is wrong.
  trustProxy: { wants: 'a list of addresses', accepts: () => true },
  onError: optionKind.function,
  // The content of the map is checked where the certificate is read.
  tls: { wants: 'a map with "cert" and "key"', accepts: isMap },
  http2: {
    wants: 'true, false or { allowHTTP1 }',
    accepts: (value) => typeof value === 'boolean' || isMap(value),
  },
}

const { tls: _tls, http2: _http2, ...WITHOUT_CONNECTION } = SERVER_OPTIONS

export const NODE_HANDLER_OPTIONS: Kinds<NodeHandlerOptions> = {
  ...WITHOUT_CONNECTION,
  anySpelling: optionKind.boolean,
}

/**
 * The kinds of the options for the place where a server listens. Any port is accepted here: node's `listen` checks it
 * later.
 */
const LISTEN_OPTIONS: Kinds<ListenOptions> = {
  port: { wants: 'a port', accepts: () => true },
  host: optionKind.text,
  path: optionKind.text,
  fd: optionKind.count,
}

export const SERVE_OPTIONS: Kinds<ServeOptions> = {
  ...SERVER_OPTIONS,
  ...LISTEN_OPTIONS,
  grace: optionKind.seconds,
  workers: {
    wants: "'available' or an integer from 1",
    accepts: (value) => value === 'available' || (Number.isSafeInteger(value) && (value as number) > 0),
  },
  start: optionKind.function,
  stop: optionKind.function,
}
