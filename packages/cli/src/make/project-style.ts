import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { findApplication } from '../application/find-application.ts'
import { packageRoot, readManifest } from '../application/packages.ts'
import { configFile, importedProviders, parseProviderModule } from '../configuration/provider-list.ts'

/**
 * The styles of applications, which differ in where services and routes are named: in code, in files of configuration,
 * or in a provider of each module.
 */
export const STYLES = ['code', 'configured', 'modular'] as const

/** One of the styles that `npm create @app` writes. */
export type Style = (typeof STYLES)[number]

/** The style and the folders of an application. */
export interface ProjectStyle {
  readonly root: string
  readonly style: Style
  /** The module that exports the application; `undefined` if the project has no such module yet. */
  readonly file: string | undefined
  /** The folder of the application's modules, of which each has its own folder. */
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
 * Recognizes the style of an application by its module, its folders and its dependencies; if there is no module yet, by
 * the folders and dependencies alone.
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

/** Gives the files of the application whose providers are in the list of config/config.ts. */
function ownProviders(code: string): readonly string[] {
  const module = parseProviderModule(code)
  return module === undefined
    ? []
    : importedProviders(module).flatMap(([, from]) => (from.startsWith('.') ? [from] : []))
}

/** Finds the application's module. The file of `--app` has to exist; without the option there may be no module yet. */
function applicationFile(app: string | undefined, cwd: string): string | undefined {
  if (app !== undefined) return findApplication(app, cwd).file
  try {
    return findApplication(undefined, cwd).file
  } catch {
    return undefined
  }
}
