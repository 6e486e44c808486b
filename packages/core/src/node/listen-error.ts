/** A server cannot listen where it should; the message says what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    super(`Cannot listen on ${host}:${port}: ${ADVICE[cause.code ?? ''] ?? cause.message}.`, { cause })
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Stop the other program, or choose another port: run({ port: 8081 })',
  EACCES: 'this user may not use the port. Choose one above 1023: run({ port: 8080 })',
  EADDRNOTAVAIL: "this machine has no such address. Use '0.0.0.0' for all, or '127.0.0.1'",
  ENOTFOUND: "there is no such host. Use '0.0.0.0' for all, or '127.0.0.1'",
}
