import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Application, Middleware, MiddlewareDescription } from '@app/core'
import { findApplication } from '../application/find-application.ts'
import { loadApplication } from '../application/load-application.ts'
import { refuseTypeScript } from '../application/refuse-typescript.ts'
import type { Terminal } from '../output/terminal.ts'
import type { CommonOptions } from '../program.ts'
import type { Outcome } from './outcome.ts'

interface ServeOptions extends CommonOptions {
  readonly port: number
  readonly host: string
  readonly watch: boolean
  readonly public: boolean
}

/** Serves the application for development: files of `public/` come first, and a change restarts it. */
export async function serve(terminal: Terminal, outcome: Outcome, options: ServeOptions): Promise<void> {
  process.env.NODE_ENV ??= 'development'
  if (options.watch) {
    refuseTypeScript(findApplication(options.app, process.cwd()))
    outcome.code = await runWatched(options)
    return
  }
  const { application, root } = await loadApplication(options.app)
  const folder = options.public ? await serveFiles(application, root) : undefined
  if (folder !== undefined) terminal.complain(`Files of ${folder} come first.`)
  outcome.code = undefined
  const { log } = console
  // In JSON there is nothing beside it.
  if (options.json) console.log = console.error
  const { address } = await application.run({ port: options.port, host: options.host })
  console.log = log
  if (options.json) terminal.printJson({ ...address, ...(folder !== undefined && { public: folder }) })
}

/** This very command without watching, inside of node's own watch mode. */
function runWatched({ app, json, port, host, public: hasFiles }: ServeOptions): Promise<number> {
  const [, main = ''] = process.argv
  const args = ['serve', '--no-watch', '--port', String(port), '--host', host]
  if (app !== undefined) args.push('--app', app)
  if (json) args.push('--json')
  if (!hasFiles) args.push('--no-public')
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...process.execArgv, main, ...args], {
    stdio: 'inherit',
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // A terminal tells all of them by itself, and a second signal would cut the requests in flight.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
  })
}

/** Puts `public/` in front of the application where `@app/static` is installed and does not serve already; its folder. */
async function serveFiles(application: Application, root: string): Promise<string | undefined> {
  const folder = join(root, 'public')
  if (!existsSync(folder) || servesFiles(application.describe().items)) return undefined
  const serveStatic = await importServeStatic(root)
  if (!serveStatic) return undefined
  const files = serveStatic(folder)
  const { handle } = application
  Object.defineProperty(application, 'handle', { value: (request: never) => files(request, handle) })
  return folder
}

function servesFiles(items: readonly MiddlewareDescription[]): boolean {
  return items.some(({ name, items: inner = [] }) => name === '@app/static' || servesFiles(inner))
}

/** From the application's own dependencies: this package has none on it. */
async function importServeStatic(root: string): Promise<((folder: string) => Middleware) | undefined> {
  let path: string
  try {
    path = createRequire(join(root, 'package.json')).resolve('@app/static')
  } catch {
    return undefined
  }
  const { serveStatic } = (await import(pathToFileURL(path).href)) as { serveStatic: (folder: string) => Middleware }
  return serveStatic
}
