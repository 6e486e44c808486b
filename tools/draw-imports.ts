import { join } from 'node:path'
import { drawPages } from './drawn-pages.ts'

/** Draws the parts of all `DRAWN_PAGES` anew, such as the picture in docs/architecture.md. */
drawPages(join(import.meta.dirname, '..'))
