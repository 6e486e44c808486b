import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort, type Program, runCommand, startCommand } from '../run-program.ts'

/** Debian has a folder for each version; `postgres` and `initdb` are in it, and not on the path. */
const INITDB = globSync('/usr/lib/postgresql/*/bin/initdb').at(-1)
const BIN = dirname(INITDB ?? '/usr/lib/postgresql/17/bin/initdb')

/**
 * The reason why tests with a PostgreSQL do not run here, or `undefined`. CI installs PostgreSQL, and fails without it.
 */
export const NO_POSTGRES: string | undefined =
  INITDB || process.env.NEEDS_POSTGRES ? undefined : 'postgresql is not installed: apt-get install postgresql'

/** A PostgreSQL on loopback, which keeps its data while it is stopped. */
export interface Postgres {
  readonly url: string
  /** Stops the database as a crash would. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startPostgres(): Promise<Postgres> {
  const port = await freePort()
  // The folder is outside of the folder for temporary files of the tests, which the user of PostgreSQL may not enter.
  const folder = mkdtempSync('/tmp/postgres-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const asUser = await userOf(folder)
  const data = join(folder, 'data')
  const run = async (command: string, ...args: readonly string[]) => {
    const [name = '', ...all] = [...asUser, join(BIN, command), ...args]
    const { code, stdout, stderr } = await runCommand(name, all, { cwd: folder })
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${stdout}${stderr}`)
  }
  await run('initdb', '-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync')
  let program: Program | undefined
  const postgres: Postgres = {
    url: `postgres://shop@127.0.0.1:${port}/postgres`,
    async stop() {
      // SIGQUIT makes PostgreSQL end all its processes at once. After SIGKILL, those of the connections would live on
      // until they notice that the first process is gone.
      program?.stop('SIGQUIT')
      await program?.ended
    },
    async start() {
      const settings = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
      const [name = '', ...all] = [...asUser, join(BIN, 'postgres'), '-D', data, ...settings]
      program = startCommand(name, all, { cwd: folder })
      await program.waitFor(/ready to accept connections/)
    },
  }
  await postgres.start()
  return postgres
}

/**
 * Returns the command to put before a program of PostgreSQL, which refuses to run as root. If the tests run as root,
 * the command changes to `postgres`, the user of Debian's package, and the folder is given to this user. Otherwise the
 * command is empty.
 */
async function userOf(folder: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return []
  const { stdout } = await runCommand('id', ['-u', 'postgres'], { cwd: folder })
  chownSync(folder, Number(stdout), -1)
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--']
}
