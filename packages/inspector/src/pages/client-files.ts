import { readdirSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The modules of the page by their names, as JavaScript for browsers. */
export type ClientFiles = ReadonlyMap<string, string>

/** Reads the modules of the page from the folder `client`. If they are TypeScript, their types are removed. */
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
