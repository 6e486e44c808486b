import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a file in `.changeset` about a change; the next release (`changeset version`) raises versions by it and
 * deletes it.
 */
export function addChangeset(
  root: string,
  level: 'major' | 'minor' | 'patch',
  names: readonly string[],
  text: string,
  file: string = `${level}-${Date.now()}`,
): void {
  const lines = ['---', ...names.map((name) => `'${name}': ${level}`), '---', '', text, '']
  writeFileSync(join(root, '.changeset', `${file}.md`), lines.join('\n'))
}
