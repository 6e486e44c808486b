import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = join(import.meta.dirname, '../../../packages')

/**
 * A folder with the built packages as npm installs them, since a test runner with its own module system runs no
 * TypeScript.
 */
export function withPublished(...names: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'published-'))
  for (const name of names) {
    const folder = join(root, 'node_modules/@app', name)
    mkdirSync(folder, { recursive: true })
    cpSync(join(PACKAGES, name, 'dist'), join(folder, 'dist'), { recursive: true })
    const { publishConfig, ...manifest } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, ...publishConfig }))
  }
  writeFileSync(join(root, 'package.json'), '{}')
  return root
}
