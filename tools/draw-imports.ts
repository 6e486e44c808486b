import { join } from 'node:path'
import { drawPages } from './drawn-pages.ts'
import { sourcePackages } from './imports.ts'
import { figures } from './imports-picture.ts'

/**
 * Draws the parts of all `DRAWN_PAGES` anew, such as the picture in docs/architecture.md, and prints the sizes of the
 * packages.
 */
const root = join(import.meta.dirname, '..')
drawPages(root)
console.log(figures(sourcePackages(root)))
