import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReports } from './api/api-report.ts'
import { sourcePackages } from './imports.ts'
import { drawImports } from './imports-picture.ts'
import { drawPackages } from './packages-table.ts'

/** A file that is generated from the sources, in whole or in part. */
export interface GeneratedFile {
  /** The path, relative to the root of the work tree. */
  readonly path: string
  readonly text: string
}

/** The files of a work tree that are generated from its sources. */
function generatedFiles(root: string): readonly GeneratedFile[] {
  return [...apiReports(root), ...DRAWN.map((page) => redrawn(root, page))]
}

/** The generated files that are missing, or that differ from what their sources give. */
export function oldFiles(root: string): readonly GeneratedFile[] {
  return generatedFiles(root).filter(
    ({ path, text }) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
  )
}

/** Writes the generated files that are old. */
export function writeGenerated(root: string): void {
  for (const { path, text } of oldFiles(root)) {
    writeFileSync(join(root, path), text)
    console.log(`Wrote ${path}.`)
  }
}

/** A page with a generated part, between the comments `<!-- drawn -->` and `<!-- end of what is drawn -->`. */
interface DrawnPage {
  readonly path: string
  readonly draw: (root: string) => string
}

const DRAWN: readonly DrawnPage[] = [
  { path: 'docs/architecture.md', draw: (root) => `\`\`\`text\n${drawImports(sourcePackages(root))}\n\`\`\`` },
  { path: 'docs/packages.md', draw: drawPackages },
]

function redrawn(root: string, { path, draw }: DrawnPage): GeneratedFile {
  const page = readFileSync(join(root, path), 'utf8')
  const part = /<!-- drawn -->[\s\S]*<!-- end of what is drawn -->/
  if (!part.test(page)) throw new Error(`${path} lacks <!-- drawn --> or <!-- end of what is drawn -->.`)
  return { path, text: page.replace(part, () => `<!-- drawn -->\n\n${draw(root)}\n\n<!-- end of what is drawn -->`) }
}

if (import.meta.main) writeGenerated(join(import.meta.dirname, '..'))
