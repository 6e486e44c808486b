import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = join(import.meta.dirname, '../../../packages')

/**
 * Makes a folder with the given packages, built, as npm installs them. Test runners with a module system of their own
 * need it, since they run no TypeScript.
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
