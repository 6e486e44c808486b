import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type Program, startCommand } from '../run-program.ts'

const isInstalled = spawnSync('redis-server', ['--version']).status === 0

/** The reason why tests with a Redis do not run here, or `undefined`. CI installs Redis, and fails without it. */
export const NO_REDIS: string | undefined =
  isInstalled || process.env.NEEDS_REDIS ? undefined : 'redis-server is not installed: apt-get install redis-server'

/** A Redis on loopback that keeps nothing on disk. */
export interface Redis {
  readonly url: string
  /** Stops the Redis as a crash would. */
  stop(): Promise<void>
  /** Starts the Redis again, empty, at the same address. */
  start(): Promise<void>
  /** Lets the Redis hang: it keeps its connections and answers nothing. */
  pause(): void
  /** Ends a pause. */
  resume(): void
}

export async function startRedis(): Promise<Redis> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const address = ['--port', String(port), '--bind', '127.0.0.1']
  let program: Program | undefined
  const redis: Redis = {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      program?.stop('SIGKILL')
      await program?.ended
    },
    async start() {
      program = startCommand('redis-server', [...address, '--save', '', '--appendonly', 'no'], { cwd: folder })
      await program.waitFor(/Ready to accept connections/)
    },
    pause: () => program?.stop('SIGSTOP'),
    resume: () => program?.stop('SIGCONT'),
  }
  await redis.start()
  return redis
}
