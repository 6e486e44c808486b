import { existsSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Dependencies } from '@app/core'
import { mapType } from './type-text.ts'

/**
 * Returns the lines that declare the names of the templates, if the application has `@app/view` and templates; else no
 * lines.
 */
export function templateTypes(config: object, root: string): readonly string[] {
  const { dependencies, view } = config as {
    dependencies?: Dependencies
    view?: { folder?: string | URL | null; folders?: Readonly<Record<string, string | URL | null>> | null } | null
  }
  if (!Object.hasOwn(dependencies?.factories ?? {}, '@app/view')) return []
  const ofModules = Object.entries(view?.folders ?? {}).flatMap(([module, folder]) =>
    folder === null ? [] : namesIn(folder).map((name) => `${module}/${name}`),
  )
  const names = [...new Set([...namesIn(view?.folder ?? join(root, 'templates')), ...ofModules])].sort()
  if (names.length === 0) return []
  const templates = mapType(
    names.map((name) => [name, 'true']),
    '  ',
  )
  return ['', "declare module '@app/view' {", `  interface Templates ${templates}`, '}']
}

/** Returns the names of the templates in a folder, none if it is missing, in the form that `render()` takes: paths without an extension. */
function namesIn(given: string | URL): readonly string[] {
  const folder = given instanceof URL || given.startsWith('file:') ? fileURLToPath(given) : given
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile() || entry.name.startsWith('.')) return []
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
    return [path.slice(0, path.length - extname(path).length)]
  })
}
