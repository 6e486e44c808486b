import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** A program that was started, and how it ended. */
export interface Program {
  readonly output: () => string
  readonly ended: Promise<number | null>
  /** Resolves when the output matches; rejects when the program ends before. */
  waitFor(pattern: RegExp): Promise<void>
  stop(signal?: NodeJS.Signals): void
}

interface ProgramOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a file with node. */
export function startProgram(file: string, options: ProgramOptions): Program {
  return startCommand(process.execPath, [file], options)
}

/** Starts a command, which is not a child of a shell. */
export function startCommand(command: string, args: readonly string[], { cwd, env = {} }: ProgramOptions): Program {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } })
  let output = ''
  const hear = (data: Buffer) => {
    output += data
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    output: () => output,
    ended,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => pattern.test(output) && resolve()
        child.stdout.on('data', look)
        look()
        void ended.then((code) => reject(new Error(`${args.at(-1)} ended with ${code}: ${output}`)))
      }),
    stop: (signal = 'SIGTERM') => void child.kill(signal),
  }
}

/** A port that nobody uses at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Waits until somebody answers at a URL, ten seconds at most. */
export async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answers) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nobody answers at ${url}`)
}
