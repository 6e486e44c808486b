import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { PROGRAM_LIMIT } from './limits.ts'
import { end, type StartOptions, start } from './running.ts'

/** A program that a test has started: its output and its end, and ways to wait for a line and to stop the program. */
export interface Program {
  /** The output of the program up to now, to stdout and to stderr. */
  readonly output: () => string
  /** The exit code; `null` if a signal ended the program. */
  readonly ended: Promise<number | null>
  /**
   * Resolves with the first match of the pattern in the output. Rejects if the program ends before that, or after the
   * time `PROGRAM_LIMIT`.
   */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
  stop(signal?: NodeJS.Signals): void
}

/** The whole output of a command, and its exit code. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a file with node. The program ends at the latest with the test, or the test file, that started it. */
export function startProgram(file: string, options: StartOptions): Program {
  return startCommand(process.execPath, [file], options)
}

/** Starts a command without a shell. The command ends at the latest with the test, or the test file, that started it. */
export function startCommand(command: string, args: readonly string[], options: StartOptions): Program {
  const { child, ended } = start(command, args, options)
  let output = ''
  const listeners = new Set<() => void>()
  const hear = (data: Buffer) => {
    output += data
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const found = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output)
        if (match) resolve(match)
      }
      listeners.add(look)
      look()
      ended.then((code) => reject(new Error(`${args.at(-1)} ended with ${code}: ${output}`)), reject)
    })
  return {
    output: () => output,
    ended,
    waitFor: (pattern) =>
      within(PROGRAM_LIMIT, found(pattern), () => `${args.at(-1)} did not print ${pattern}: ${output}`),
    stop: (signal = 'SIGTERM') => void child.kill(signal),
  }
}

/**
 * Runs a command to its end. If the command does not end within the limit, it is killed, and the error has its output.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: StartOptions,
  limit: number = PROGRAM_LIMIT,
): Promise<Ended> {
  const program = start(command, args, options)
  const [stdout, stderr] = [textOf(program.child.stdout), textOf(program.child.stderr)]
  try {
    const late = () => `${command} ${args.join(' ')} was killed, since it did not end: ${stdout()}${stderr()}`
    const code = await within(limit, program.ended, late)
    return { code, stdout: stdout(), stderr: stderr() }
  } finally {
    end(program)
  }
}

/** Returns a function that returns the output of a stream up to now. */
function textOf(stream: Readable): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (data: string) => {
    text += data
  })
  return () => text
}

async function within<T>(limit: number, promise: Promise<T>, message: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`After ${limit} ms ${message()}`)), limit)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** A port that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Waits until a server answers at a URL, `PROGRAM_LIMIT` at most. */
export async function untilItAnswers(url: string): Promise<void> {
  const latest = Date.now() + PROGRAM_LIMIT
  while (Date.now() < latest) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answers) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nobody answers at ${url}`)
}
