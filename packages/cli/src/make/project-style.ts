import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { findApplication } from '../application/find-application.ts'
import { packageRoot, readManifest } from '../application/packages.ts'
import { configFile, importedProviders, parseProviderModule } from '../configuration/provider-list.ts'

/**
 * The styles of applications, named after the place where services and routes are listed: in code, in configuration
 * files, or in a provider of each module.
 */
export const STYLES = ['code', 'configured', 'modular'] as const

/** One of the styles that `npm create @app` writes. */
export type Style = (typeof STYLES)[number]

/** The properties of an application by which `app make` writes code in its style. */
export interface ProjectStyle {
  readonly root: string
  readonly style: Style
  /** The module that exports the application; `undefined` if the project has no such module yet. */
  readonly file: string | undefined
  /** The folder in which each module of the application has a folder of its own. */
  readonly modules: string
  /** The names of the application's dependencies. */
  readonly packages: ReadonlySet<string>
  /** The folder of the application's sources. */
  readonly folder: string
  /** The extension of new files: `.ts`, `.mts`, `.js` or `.mjs`. */
  readonly extension: string
  readonly isTyped: boolean
  readonly runner: 'vitest' | 'node'
}

/**
 * Recognizes the style of an application by `config/config.ts` and the providers that this file imports, by the module
 * that exports the application, and by the folders and dependencies of the project. Each of these may be missing.
 */
export function projectStyle(app: string | undefined, cwd: string): ProjectStyle {
  const root = packageRoot(cwd)
  const file = applicationFile(app, cwd)
  const extension = file === undefined ? (existsSync(join(root, 'tsconfig.json')) ? '.ts' : '.js') : extname(file)
  const source = join(root, 'src')
  const folder =
    file === undefined || existsSync(source) || dirname(file) === join(root, 'config') ? source : dirname(file)
  const { dependencies, devDependencies } = existsSync(join(root, 'package.json')) ? readManifest(root) : {}
  const runner = 'vitest' in { ...dependencies, ...devDependencies } ? 'vitest' : 'node'
  const config = configFile(root)
  const [provider] = config === undefined ? [] : ownProviders(readFileSync(config, 'utf8'))
  const style = config === undefined ? 'code' : provider === undefined ? 'configured' : 'modular'
  return {
    root,
    style,
    file,
    folder,
    modules: config === undefined || provider === undefined ? folder : join(dirname(config), provider, '../..'),
    packages: new Set(Object.keys({ ...dependencies })),
    extension,
    isTyped: /ts$/.test(extension),
    runner,
  }
}

/**
 * Returns the files of the application from which config/config.ts imports a `configProvider`, as they are written in
 * the imports.
 */
function ownProviders(code: string): readonly string[] {
  const module = parseProviderModule(code)
  return module === undefined
    ? []
    : importedProviders(module).flatMap(([, from]) => (from.startsWith('.') ? [from] : []))
}

/**
 * Finds the module that exports the application. Throws if `--app` names a missing file; without this option, returns
 * `undefined` if there is no such module yet.
 */
function applicationFile(app: string | undefined, cwd: string): string | undefined {
  if (app !== undefined) return findApplication(app, cwd).file
  try {
    return findApplication(undefined, cwd).file
  } catch {
    return undefined
  }
}
