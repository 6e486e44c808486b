import { readdirSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The modules of the page by their names, as browsers run them. */
export type ClientFiles = ReadonlyMap<string, string>

/** Reads the modules of the page from beside this one. Where they are sources, their types are taken off. */
export function clientFiles(): ClientFiles {
  const extension = extname(import.meta.url)
  const folder = fileURLToPath(new URL('../client/', import.meta.url))
  const names = readdirSync(folder).filter((name) => name.endsWith(extension) && !name.endsWith('.d.ts'))
  const texts = names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return [name, extension === '.ts' ? module.stripTypeScriptTypes(text) : text.replace(SOURCE_MAP, '')] as const
  })
  return new Map(texts)
}

const SOURCE_MAP = /\n\/\/# sourceMappingURL=\S+\s*$/
