import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockChange } from '@app/proofs'
import { readManifest } from '../application/packages.ts'

/**
 * Writes a changeset for the changes of the application's routes. Leaves out lost guards and lost enforced metadata,
 * since `app check` demands to put them back. Returns the path of the file; `undefined` if there are no changes. The
 * path is the same for the same changes, so that a second run writes no second changeset.
 */
export function writeChangeset(changes: readonly LockChange[], root: string): string | undefined {
  const announced = changes.filter(({ size }) => size !== 'refused')
  const [first] = announced
  if (first === undefined) return undefined
  const { name = 'application' } = readManifest(root)
  const list = announced.map(({ place, message }) => `- \`${place}\`: ${message}`).join('\n')
  const text = `---\n'${name}': ${first.size}\n---\n\nWhat changed of the routes:\n\n${list}\n`
  const path = `.changeset/routes-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.md`
  mkdirSync(join(root, '.changeset'), { recursive: true })
  writeFileSync(join(root, path), text)
  return path
}
