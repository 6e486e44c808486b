import type { Readable, Writable } from 'node:stream'

/** What the command knows of where it runs; `process` is one. */
export interface Machine {
  readonly cwd: () => string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable
  /** `typescript` is set where sources run as they are. */
  readonly features: { readonly typescript?: unknown }
}
