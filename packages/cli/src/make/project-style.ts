import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { findApplication } from '../application/find-application.ts'
import { packageRoot, readManifest } from '../application/packages.ts'
import { configFile, importedProviders, parseProviderModule } from '../configuration/provider-list.ts'

/** Where an application says what it consists of: in code, in files of configuration, or in a provider of each module. */
export const STYLES = ['code', 'configured', 'modular'] as const

/** One of the styles that `npm create @app` writes. */
export type Style = (typeof STYLES)[number]

/** How an application is written. */
export interface ProjectStyle {
  readonly root: string
  readonly style: Style
  /** The module that exports the application, where there is one. */
  readonly file: string | undefined
  /** Where its modules are, each in a folder of its own. */
  readonly modules: string
  /** The names of its dependencies. */
  readonly packages: ReadonlySet<string>
  /** Where its sources are. */
  readonly folder: string
  /** `.ts`, `.mts`, `.js` or `.mjs`. */
  readonly extension: string
  readonly isTyped: boolean
  readonly runner: 'vitest' | 'node'
}

/** Reads the style off the application's module, its folders and its dependencies; without an application, off the rest. */
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

/** The files of the application whose providers are in the list. */
function ownProviders(code: string): readonly string[] {
  const module = parseProviderModule(code)
  return module === undefined
    ? []
    : importedProviders(module).flatMap(([, from]) => (from.startsWith('.') ? [from] : []))
}

/** A file that is named has to exist; without a name there may be none yet. */
function applicationFile(app: string | undefined, cwd: string): string | undefined {
  if (app !== undefined) return findApplication(app, cwd).file
  try {
    return findApplication(undefined, cwd).file
  } catch {
    return undefined
  }
}
