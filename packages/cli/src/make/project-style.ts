import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { findApplication } from '../application/find-application.ts'
import { packageRoot, readManifest } from '../application/packages.ts'

/** How an application is written. */
export interface ProjectStyle {
  readonly root: string
  /** The folder of its sources. */
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
  return { root, folder, extension, isTyped: /ts$/.test(extension), runner }
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
