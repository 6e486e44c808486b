import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a file in `.changeset` that announces a change of the named packages. `changeset version`, with which the next
 * release begins, raises their versions by `level` and deletes the file.
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
