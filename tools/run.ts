import { spawnSync } from 'node:child_process'

/** The output of a command. */
export interface Printed {
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  /** The limit in milliseconds; by default five minutes. */
  readonly limit?: number
}

/**
 * Runs a command within a time limit, and returns its output without printing it. If the command fails or takes longer,
 * throws an error with the output.
 */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, limit = 300_000 }: RunOptions,
): Printed {
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...env, CI: 'true' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limit,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return { stdout, stderr }
  const end = error?.message ?? (signal ? `was ended by ${signal}` : `ended with ${status}`)
  throw new Error(`${command} ${args.join(' ')} ${end} in ${cwd}:\n${stdout}\n${stderr}`)
}
