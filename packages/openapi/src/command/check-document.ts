import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type ChangeSize, compareDocuments, type DocumentChange, largestChange } from '../compare-documents.ts'
import type { OpenApiDocument } from '../openapi-document.ts'
import { documentText, manifestOf } from './current-document.ts'

/** The changes of an application's document since the document was committed. */
export interface CheckReport {
  /** `true` if the text of the file equals the text of the current document. */
  readonly isSame: boolean
  /** The size of the largest change: `major`, `minor` or `patch`; absent if there are no changes. */
  readonly size?: ChangeSize
  readonly changes: readonly DocumentChange[]
}

/** Compares a committed document with the current one. Returns the text of an error if the file is not a document. */
export async function checkDocument(file: string, document: OpenApiDocument): Promise<CheckReport | string> {
  let text: string
  let committed: OpenApiDocument
  try {
    text = await readFile(file, 'utf8')
    committed = JSON.parse(text) as OpenApiDocument
  } catch (error) {
    return `${file} cannot be read as a document: ${(error as Error).message}. Write it with app openapi --out.`
  }
  if (typeof committed?.paths !== 'object') return `${file} is not an OpenAPI document: it has no "paths".`
  const changes = compareDocuments(committed, document)
  const size = largestChange(changes)
  return { isSame: text === documentText(document), changes, ...(size !== undefined && { size }) }
}

/** Writes the report as lines for people. */
export function reportLines({ isSame, size, changes }: CheckReport, file: string): readonly string[] {
  if (isSame) return [`${file} is up to date.`]
  const lines = changes.map(({ size, place, message }) => `${size.padEnd(5)}  ${place} ${message}`)
  const whole = size === undefined ? 'No client notices the changes.' : `All together: ${size}.`
  return [...lines, `${whole} Write the file again: app openapi --out ${file}`]
}

/**
 * Writes a changeset for the application's package. Returns the path of the changeset; equal changes get the same path.
 */
export async function writeChangeset({ size, changes }: CheckReport, root: string): Promise<string> {
  const { name = 'application' } = await manifestOf(root)
  const list = changes.map(({ place, message }) => `- ${place} ${message}`).join('\n')
  const text = `---\n'${name}': ${size}\n---\n\nWhat changed for clients:\n\n${list}\n`
  const folder = join(root, '.changeset')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `openapi-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.md`)
  await writeFile(path, text)
  return relative(root, path)
}
