import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawDependencies } from './dependencies/draw-dependencies.ts'
import { sourcePackages } from './imports.ts'
import { drawImports } from './imports-picture.ts'
import { drawPackages } from './packages-table.ts'

/**
 * A page with a part that `draw` generates from the sources. The part is between two comments, `<!-- drawn -->` and
 * `<!-- end of what is drawn -->`.
 */
interface DrawnPage {
  readonly path: string
  readonly draw: (root: string) => string
}

/** The pages with a part that is generated from the sources. */
export const DRAWN_PAGES: readonly DrawnPage[] = [
  { path: 'docs/architecture.md', draw: (root) => `\`\`\`text\n${drawImports(sourcePackages(root))}\n\`\`\`` },
  { path: 'docs/packages.md', draw: drawPackages },
  { path: 'docs/dependencies.md', draw: drawDependencies },
]

/** Gives the text of a page with its part generated anew. Throws an `Error` for a page without the two comments. */
export function redrawn(root: string, { path, draw }: DrawnPage): string {
  const page = readFileSync(join(root, path), 'utf8')
  if (!DRAWN.test(page)) throw new Error(`${path} lacks <!-- drawn --> or <!-- end of what is drawn -->.`)
  return page.replace(DRAWN, () => `<!-- drawn -->\n\n${draw(root)}\n\n<!-- end of what is drawn -->`)
}

const DRAWN = /<!-- drawn -->[\s\S]*<!-- end of what is drawn -->/

/** Writes all `DRAWN_PAGES` of the work tree `root`, each with its part generated anew. */
export function drawPages(root: string): void {
  for (const page of DRAWN_PAGES) writeFileSync(join(root, page.path), redrawn(root, page))
}
