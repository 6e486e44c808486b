import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll } from 'vitest'
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

/** The PostgreSQL of this test file. Making one takes longer than most of the tests that use it. */
let made: Promise<Cluster> | undefined
let databases = 0

afterAll(async () => (await made)?.remove())

/** Returns a new database in the PostgreSQL of this test file, which runs. A test that stops it stops it for all. */
export async function startPostgres(): Promise<Postgres> {
  made ??= makeCluster()
  const cluster = await made
  await cluster.start()
  const name = `shop_${++databases}`
  const client = new Client({ connectionString: cluster.urlOf('postgres') })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return { url: cluster.urlOf(name), stop: cluster.stop, start: cluster.start }
}

/** A PostgreSQL with any number of databases. */
interface Cluster {
  urlOf(database: string): string
  stop(): Promise<void>
  /** Starts it, unless it runs. */
  start(): Promise<void>
  remove(): Promise<void>
}

async function makeCluster(): Promise<Cluster> {
  const port = await freePort()
  // The folder is outside of the folder for temporary files of the tests, which the user of PostgreSQL may not enter.
  const folder = mkdtempSync('/tmp/postgres-')
  const asUser = await userOf(folder)
  const data = join(folder, 'data')
  const run = async (command: string, ...args: readonly string[]) => {
    const [name = '', ...all] = [...asUser, join(BIN, command), ...args]
    const { code, stdout, stderr } = await runCommand(name, all, { cwd: folder })
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${stdout}${stderr}`)
  }
  await run('initdb', '-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync')
  let program: Program | undefined
  const stop = async () => {
    // SIGQUIT makes PostgreSQL end all its processes at once. After SIGKILL, those of the connections would live on
    // until they notice that the first process is gone.
    program?.stop('SIGQUIT')
    await program?.ended
    program = undefined
  }
  return {
    urlOf: (database) => `postgres://shop@127.0.0.1:${port}/${database}`,
    stop,
    async start() {
      if (program) return
      // Only a crash of the machine loses what is not synchronized.
      const fast = ['-c', 'fsync=off']
      const settings = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
      const [name = '', ...all] = [...asUser, join(BIN, 'postgres'), '-D', data, ...settings, ...fast]
      program = startCommand(name, all, { cwd: folder, isShared: true })
      await program.waitFor(/ready to accept connections/)
    },
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
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
