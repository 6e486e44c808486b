import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a changeset, which `changeset version` consumes. */
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
