import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { installNodes } from '../../../tools/nodes/nodes.ts'
import { startCommand } from '../../programs/run-program.ts'
import { startWorker } from '../../programs/workerd.ts'
import { ROOT } from '../workspace.ts'
import { Client } from './asking.ts'

const BIN = join(import.meta.dirname, '../../node_modules/.bin')
const DENO = ['run', '--allow-net', '--allow-read', '--allow-env', '--node-modules-dir=manual']

/** The routers that the README names, by the last parts of the names of their packages. */
const ROUTERS = { 'find-my-way': 'FindMyWayRouter', rou3: 'Rou3Router', trouter: 'TrouterRouter' }

/** The packages that the programs import. */
export const PACKAGES: readonly string[] = [
  'core',
  'compression',
  'cookies',
  'event-stream',
  'session',
  'static',
  'uploads',
  'websocket',
  ...Object.keys(ROUTERS).map((router) => `router-${router}`),
].map((name) => `@app/${name}`)

/**
 * A function that starts the program of a runtime in a folder with the packages, and returns a client that sends
 * requests to the program.
 */
type Start = (folder: string) => Promise<Client>

const started =
  (command: string, ...args: readonly string[]): Start =>
  async (folder) => {
    const program = startCommand(command, args, { cwd: folder, env: { NODE_ENV: 'production' }, isShared: true })
    return new Client(Number((await program.waitFor(/READY (\d+)/))[1]))
  }

/** The runtimes by name. Each function starts one process, which answers all probes. */
export const RUNTIMES: Readonly<Record<string, Start>> = {
  ...Object.fromEntries([...installNodes()].map(([major, path]) => [`Node ${major}`, started(path, 'on-node.js')])),
  Bun: started(join(BIN, 'bun'), 'run', 'on-bun.js'),
  'Bun, by `run()`': started(join(BIN, 'bun'), 'run', 'on-node.js'),
  Deno: started(join(BIN, 'deno'), ...DENO, 'on-deno.js'),
  workerd: async (folder) => {
    await bundle(folder, 'on-workerd.js')
    return new Client(Number(new URL(await startWorker(join(folder, 'bundle.js'))).port))
  },
}

/** Copies the programs into the folder in which the packages are installed. */
export function prepare(folder: string): void {
  for (const file of globSync('*.js', { cwd: import.meta.dirname })) {
    cpSync(join(import.meta.dirname, file), join(folder, file))
  }
  const first = readFileSync(join(ROOT, 'examples/first/app.js'), 'utf8')
  for (const [router, name] of Object.entries(ROUTERS)) {
    const program = first
      .replaceAll('FindMyWayRouter', name)
      .replace('@app/router-find-my-way', `@app/router-${router}`)
    writeFileSync(join(folder, `first-${router}.js`), program)
  }
  mkdirSync(join(folder, 'served'))
  writeFileSync(join(folder, 'served/small.txt'), 'small')
}

/** Bundles a program for workerd, without Node compatibility. */
export async function bundle(folder: string, entry: string): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    outfile: 'bundle.js',
    logLevel: 'silent',
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
  })
}
