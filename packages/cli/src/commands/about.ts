import { printable } from '@app/core/extending'
import { resolveAll } from '../application/describe-application.ts'
import { findApplication, shortPath } from '../application/find-application.ts'
import { loadApplication } from '../application/load-application.ts'
import { installedPackages } from '../application/packages.ts'
import { type PluggedIn, pluggedIn } from '../application/plugged-in.ts'
import { CommandError, type CommonOptions } from '../command.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

/**
 * Shows the runtime, the environment, the router, and the version of each package with the versions of `@app` packages
 * that it needs.
 */
export async function about(terminal: Terminal, { app, json }: CommonOptions): Promise<void> {
  const { file, root } = findApplication(app, process.cwd())
  const routerOrError = await terminal.during('Looking', () => routerOf(app))
  const facts = {
    runtime: runtime(),
    // The variables are read only after the application is loaded, since loading it also sets the variables of `.env`.
    environment: process.env.APP_ENV || process.env.NODE_ENV || null,
    application: shortPath(file, root),
    ...routerOrError,
    packages: pluggedIn(installedPackages(root)),
  }
  if (json) return terminal.printJson(facts)
  terminal.print(`runtime      ${facts.runtime.name} ${facts.runtime.version} on ${facts.runtime.platform}`)
  terminal.print(
    `environment  ${facts.environment === null ? 'none: neither APP_ENV nor NODE_ENV is set' : printable(facts.environment)}`,
  )
  terminal.print(`application  ${printable(facts.application)}`)
  terminal.print(`router       ${printable(facts.router ?? 'none')}`)
  terminal.print('')
  printTable(
    terminal,
    ['PACKAGE', 'VERSION', 'NEEDS', 'FROM'],
    facts.packages.map((row) => rowOf(row, root)),
  )
  if (facts.error !== undefined)
    terminal.complain(`The application cannot be loaded, so that its router is not known: ${facts.error}`)
}

interface Runtime {
  readonly name: 'node' | 'bun' | 'deno'
  readonly version: string
  /** The name of the operating system, and the architecture of the processor. */
  readonly platform: string
}

function runtime(): Runtime {
  const { bun, deno, node } = process.versions as Readonly<Record<string, string | undefined>>
  const name = bun !== undefined ? 'bun' : deno !== undefined ? 'deno' : 'node'
  return { name, version: bun ?? deno ?? node ?? '', platform: `${process.platform} ${process.arch}` }
}

/** Returns the name of the application's router, or the error if the application cannot be loaded. */
async function routerOf(app: string | undefined): Promise<{ readonly router: string | null; readonly error?: string }> {
  try {
    const loaded = await loadApplication(app)
    // `describe()` knows a router that the container provides only after the services are made. If a service cannot be
    // made, `app check` reports the error, and this command does not.
    await resolveAll(loaded)
    return { router: loaded.application.describe().router?.name ?? null }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { router: null, error: error.message }
  }
}

function rowOf({ name, version, folder, needs }: PluggedIn, root: string): readonly string[] {
  const texts = needs.map((need) => `${need.name} ${need.range}${need.fits ? '' : ` (is ${need.installed})`}`)
  return [name, version, texts.join(', '), shortPath(folder, root)]
}
