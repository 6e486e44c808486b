import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEMPLATES = fileURLToPath(new URL('../templates/', import.meta.url))

/** Files by their path, which has slashes. */
export type Files = ReadonlyMap<string, string>

/** A folder of templates, and where its files go. */
export interface Layer {
  readonly from: string
  readonly to?: string
}

/**
 * Reads the files of a layer.
 *
 * Names that tools would take for their own begin with `_` in the templates: `_package.json`, `_.gitignore`.
 */
export function readLayer({ from, to = '' }: Layer): Files {
  const folder = join(TEMPLATES, from)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map(({ parentPath, name }) => {
      const path = join(to, relative(folder, parentPath), name.replace(/^_/, ''))
      return [path.replaceAll('\\', '/'), readFileSync(join(parentPath, name), 'utf8')]
    }),
  )
}
