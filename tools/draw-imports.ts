import { join } from 'node:path'
import { drawPages } from './drawn-pages.ts'
import { sourcePackages } from './imports.ts'
import { figures } from './imports-picture.ts'

/** Draws the picture of the architecture and the table of the packages anew, and prints figures. */
const root = join(import.meta.dirname, '..')
drawPages(root)
console.log(figures(sourcePackages(root)))
