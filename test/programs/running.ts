import { type ChildProcessWithoutNullStreams, type StdioOptions, spawn } from 'node:child_process'

export interface StartOptions {
  readonly cwd: string
  /** Beside the environment of the test; a variable that is `undefined` is left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What its descriptors are; pipes without it, and those that are none are `null` in the child. */
  readonly stdio?: StdioOptions
  /** All of its stdin, which stays open without it. */
  readonly input?: string
  /** For all tests of a file: it ends with the file, not with the test that starts it. */
  readonly isShared?: boolean
}

/** A process that was started, and when it is gone: its exit code, or `null` when a signal ended it. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<number | null>
  readonly isShared: boolean
}

/** Whatever was started and has not ended. */
const running = new Set<Running>()
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Starts a command, which is not a child of a shell; it ends with this process at the latest. */
export function start(
  command: string,
  args: readonly string[],
  { cwd, env, stdio = 'pipe', input, isShared = false }: StartOptions,
): Running {
  const variables = Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== undefined)
  // A group of its own, so that what it starts in turn can be ended with it.
  const options = { cwd, env: Object.fromEntries(variables), stdio, detached: true }
  const child = spawn(command, args, options) as ChildProcessWithoutNullStreams
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code))
  })
  // Whoever has read enough closes it.
  child.stdin?.on('error', () => undefined)
  if (input !== undefined) child.stdin.end(input)
  const program = { child, ended, isShared }
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, endWithThem)
  running.add(program)
  const forget = () => {
    running.delete(program)
    if (running.size === 0) for (const signal of SIGNALS) process.off(signal, endWithThem)
  }
  ended.then(forget, forget)
  return program
}

/** Ends a process and what it started in turn, at once. */
export function end({ child: { pid } }: Running): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}

/** What runs at this moment. */
export function whatRuns(): ReadonlySet<Running> {
  return new Set(running)
}

/** Ends all programs that run, except for the spared ones, and waits until they are gone. */
export async function endAll(isSpared: (program: Running) => boolean = () => false): Promise<void> {
  const left = [...running].filter((program) => !isSpared(program))
  for (const program of left) end(program)
  await Promise.allSettled(left.map(({ ended }) => ended))
}

function endWithThem(signal: NodeJS.Signals): void {
  for (const program of running) end(program)
  for (const each of SIGNALS) process.off(each, endWithThem)
  process.kill(process.pid, signal)
}

process.once('exit', () => {
  for (const program of running) end(program)
})
