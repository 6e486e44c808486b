import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledSize } from './bundled-size.ts'
import { sizesOn, withSizes } from './toolbox-page.ts'

/** Writes the size of each package of the toolbox into the tables of docs/toolbox.md. */
const root = join(import.meta.dirname, '..')
const path = join(root, 'docs/toolbox.md')
const page = readFileSync(path, 'utf8')
const sizes = new Map<string, number>()
for (const name of sizesOn(page).keys()) sizes.set(name, await bundledSize(root, name))
writeFileSync(path, withSizes(page, sizes))
