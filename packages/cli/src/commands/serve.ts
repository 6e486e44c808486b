import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Application, Middleware, MiddlewareDescription } from '@app/core'
import { findApplication, loadEnvironment, refuseTypeScript } from '../application/find-application.ts'
import { loadApplication, startError } from '../application/load-application.ts'
import type { CommonOptions, Outcome } from '../command.ts'
import type { Terminal } from '../output/terminal.ts'
import { runTypes, typesFile } from '../types/types-file.ts'
import { developmentOptions } from './serve-development.ts'
import { importInspector, inspectorUrl, mountInspector } from './serve-inspector.ts'
import { serveWatched } from './serve-watched.ts'

interface ServeOptions extends CommonOptions {
  readonly port?: number
  readonly host: string
  readonly watch: boolean
  readonly public: boolean
}

/**
 * Serves the application for development: with the files of `public/` before the application, and with a restart of the
 * server after each change of a file.
 */
export async function serve(terminal: Terminal, outcome: Outcome, options: ServeOptions): Promise<void> {
  const found = findApplication(options.app, process.cwd())
  // This advice about `public/` is printed only by the process that watches the files. The process that serves is
  // started with this variable set, and would print the advice again after each change.
  if (options.public && process.env.WATCH_REPORT_DEPENDENCIES === undefined) adviseStatic(terminal, found.root)
  if (options.watch) {
    refuseTypeScript(found)
    const run = { main: process.argv[1] ?? '', app: options.app, env: process.env }
    outcome.code = await serveWatched(terminal, found.root, argumentsOf(options), async (signal) => {
      const types = existsSync(typesFile(found.root)) ? await runTypes({ ...run, signal }) : undefined
      if (types?.wasStale) terminal.complain(`Wrote ${types.file}.`)
      for (const sentence of types?.misspelt ?? []) terminal.complain(sentence)
    })
    return
  }
  loadEnvironment(found.root)
  process.env.NODE_ENV ??= 'development'
  const inspecting = await importInspector(found.root)
  // The inspector starts to watch services before the application is loaded, since most services are constructed during
  // the loading.
  inspecting?.watchServices()
  const { application, root } = await loadApplication(options.app)
  const inspector = inspecting && explained(() => mountInspector(inspecting, application), found)
  const files = options.public ? await filesOf(application, root) : undefined
  if (files) terminal.complain(`Files of ${files.folder} are served before the application.`)
  outcome.code = undefined
  const { log } = console
  // With `--json`, only the JSON is printed to stdout: while the application starts, `console.log` writes to stderr.
  if (options.json) console.log = console.error
  const { address } = await application
    .run({
      ...(options.port !== undefined && { port: options.port }),
      host: options.host,
      ...developmentOptions(application, {
        inspector,
        files: files?.middleware,
        hasLines: !options.json,
      }),
    })
    .catch((error: unknown) => {
      throw startError(found, error)
    })
  console.log = log
  const page = inspector && address && inspectorUrl(inspector, address)
  if (page && !options.json) terminal.complain(`Inspector on ${page}`)
  if (options.json) {
    terminal.printJson({ ...address, ...(files && { public: files.folder }), ...(page && { inspector: page }) })
  }
}

/**
 * Returns the result of a function. If the function throws, throws an error that says that the application cannot
 * start.
 */
function explained<T>(make: () => T, found: Parameters<typeof startError>[0]): T {
  try {
    return make()
  } catch (error) {
    throw startError(found, error)
  }
}

/** Returns the arguments of `app serve` for the child process, which serves without watching files. */
function argumentsOf({ app, json, port, host, public: hasFiles }: ServeOptions): readonly string[] {
  return [
    ...['serve', '--no-watch', '--host', host],
    ...(port === undefined ? [] : ['--port', String(port)]),
    ...(app === undefined ? [] : ['--app', app]),
    ...(json ? ['--json'] : []),
    ...(hasFiles ? [] : ['--no-public']),
  ]
}

/**
 * Makes middleware that serves `public/`, if `@app/static` is installed and the application has no middleware of its
 * own for static files.
 */
async function filesOf(
  application: Application,
  root: string,
): Promise<{ readonly folder: string; readonly middleware: Middleware } | undefined> {
  const folder = publicFolder(root)
  if (!existsSync(folder) || servesFiles(application.describe().items)) return undefined
  const serveStatic = await importServeStatic(root)
  return serveStatic && { folder, middleware: serveStatic(folder) }
}

function servesFiles(items: readonly MiddlewareDescription[]): boolean {
  return items.some(({ name = '', items: inner = [] }) => STATIC_NAMES.has(name) || servesFiles(inner))
}

/**
 * The names by which middleware for static files is recognized: the name of its service, and the name of the function
 * that `serveStatic()` makes.
 */
const STATIC_NAMES = new Set(['@app/static', 'serveStatic'])

/** Prints the reason why files of `public/` are not served, if `@app/static` is missing. */
function adviseStatic(terminal: Terminal, root: string): void {
  if (!existsSync(publicFolder(root)) || staticModule(root) !== undefined) return
  terminal.complain(
    `${publicFolder(root)} is not served, since @app/static is not installed: npx app add @app/static. ` +
      'Use --no-public to leave out this line.',
  )
}

function publicFolder(root: string): string {
  return join(root, 'public')
}

/** Imports `serveStatic` from the application's dependencies, since this package does not depend on `@app/static`. */
async function importServeStatic(root: string): Promise<((folder: string) => Middleware) | undefined> {
  const path = staticModule(root)
  if (path === undefined) return undefined
  const { serveStatic } = (await import(pathToFileURL(path).href)) as { serveStatic: (folder: string) => Middleware }
  return serveStatic
}

function staticModule(root: string): string | undefined {
  try {
    return createRequire(join(root, 'package.json')).resolve('@app/static')
  } catch {
    return undefined
  }
}
