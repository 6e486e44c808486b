import { type ChildProcessWithoutNullStreams, type StdioOptions, spawn } from 'node:child_process'

export interface StartOptions {
  readonly cwd: string
  /** Variables in addition to the environment of the test; a variable that is `undefined` is left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The descriptors of the process; pipes by default. A descriptor that is not a pipe is `null` in `child`. */
  readonly stdio?: StdioOptions
  /** The whole stdin of the process; without this option stdin stays open. */
  readonly input?: string
  /** True if the process serves all tests of a file: then it ends with the file, not with the test that starts it. */
  readonly isShared?: boolean
}

/** A process that was started, and a promise of its end: of its exit code, or `null` if a signal ended it. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<number | null>
  readonly isShared: boolean
}

/** All processes that were started and have not ended. */
const running = new Set<Running>()
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Starts a command without a shell. The command ends at the latest with this process. */
export function start(
  command: string,
  args: readonly string[],
  { cwd, env, stdio = 'pipe', input, isShared = false }: StartOptions,
): Running {
  const variables = Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== undefined)
  // The command has a process group of its own, so that its child processes can be ended with it.
  const options = { cwd, env: Object.fromEntries(variables), stdio, detached: true }
  const child = spawn(command, args, options) as ChildProcessWithoutNullStreams
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code))
  })
  // Writing fails if the command closes its stdin, as it may once it has read enough.
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

/** Kills a process and its child processes at once. */
export function end({ child: { pid } }: Running): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has ended in the meantime.
  }
}

/** The started processes that run at this moment. */
export function whatRuns(): ReadonlySet<Running> {
  return new Set(running)
}

/** Ends all running programs except those that `isSpared` accepts, and waits until they have ended. */
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
