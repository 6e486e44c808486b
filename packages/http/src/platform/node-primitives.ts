import { printable } from '@app/checks'

/**
 * Logs an error, preceded by `text` if that is given. Never throws, even if formatting the error does.
 *
 * An error may hold text of a client. So control characters are escaped, and every line but the first is indented: none
 * of them passes for a line of the log. After an error such as `res.send is not a function`, a line says what a handler
 * gets here.
 */
export function printError(error: unknown, text?: string): void {
  try {
    const shown = typeof error === 'string' ? error : process.getBuiltinModule('node:util').inspect(error)
    const lines = (text === undefined ? shown : `${text} ${shown}`).split('\n').map(printable)
    if (error instanceof TypeError && EXPRESS.test(error.message)) lines.push(NO_RESPONSE)
    console.error(lines.join('\n').replace(/\n(?=\S)/g, '\n    '))
  } catch {
    console.error('An error that cannot be shown')
  }
}

/** Matches the error for a call of a method on the second argument of a handler, as Express has it. */
const EXPRESS = /^res(?:ponse)?\.\w+ is not a function/
const NO_RESPONSE = 'A handler gets (request, handler) and returns a response: return json(value), or text(…).'

/**
 * Keeps the process alive if standard output or error fails, for example on a full disk or a closed pipe: the lines are
 * dropped, and one message on standard error says so if standard output has failed. By default node ends the process.
 */
export function outliveOutput(): void {
  if (outlivesOutput) return
  outlivesOutput = true
  let wasSaid = false
  process.stdout.on('error', ({ message }: Error) => {
    if (wasSaid) return
    wasSaid = true
    console.error(`Standard output cannot be written, its lines are dropped: ${message}`)
  })
  process.stderr.on('error', () => undefined)
}

let outlivesOutput = false

/** Returns the number of bytes that a string has in UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text)
}

/** Decodes UTF-8 as Fetch does: drops a byte order mark, and replaces invalid bytes by U+FFFD. */
export function decodeUtf8(bytes: Uint8Array<ArrayBuffer>): string {
  const { buffer, byteOffset, byteLength } = bytes
  // Bytes from node's parser are a `Buffer` already, so they need no wrapping in one.
  const text = (Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, byteLength)).toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/**
 * Helps code that takes a `ServerRequest` (here `view`) for a Fetch `Request`: the errors of `view.clone()` and
 * `new Request(view)` then say what to pass instead. `new Request` converts its argument to a string, which it reads as
 * a URL. In TypeScript, both calls do not even compile, since the type `ServerRequest` lacks members of the type
 * `Request`.
 */
export function sayRaw(view: { readonly method: string; readonly path: string }): void {
  const hint = 'a view, not a Request; pass request.raw'
  const define = (name: string, value: object) => Object.defineProperty(view, name, { value, configurable: true })
  define('toString', function (this: typeof view) {
    return `[${this.method} ${this.path}: ${hint}]`
  })
  define('clone', () => {
    throw new TypeError(`A request cannot be cloned: this is ${hint}, or clone that`)
  })
}

/**
 * Binds a function to the asynchronous context of this call, so that an `AsyncLocalStorage` has its value in later
 * calls.
 */
export function bindContext<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  return process.getBuiltinModule('node:async_hooks').AsyncResource.bind(call as () => void)
}

/** True if `NODE_ENV` is `development`. A machine without the variable counts as production. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}
