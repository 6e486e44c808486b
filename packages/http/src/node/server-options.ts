import { type OptionKind, optionKind } from '../options/check-options.ts'
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
  // Judged where it is read, which can say which entry of the list is wrong.
  trustProxy: { wants: 'a list of addresses', accepts: () => true },
  onError: optionKind.function,
}

export const NODE_HANDLER_OPTIONS: Kinds<NodeHandlerOptions> = { ...SERVER_OPTIONS, anySpelling: optionKind.boolean }

/** The place is judged by `listen`, which knows it from the environment too. */
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
  banner: optionKind.text,
  start: optionKind.function,
  stop: optionKind.function,
}
