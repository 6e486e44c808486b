import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a changeset, which `changeset version` takes up. */
export function addChangeset(root: string, level: 'minor' | 'patch', names: readonly string[], text: string): void {
  const lines = ['---', ...names.map((name) => `'${name}': ${level}`), '---', '', text, '']
  writeFileSync(join(root, '.changeset', `${level}-${Date.now()}.md`), lines.join('\n'))
}
