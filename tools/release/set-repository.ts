import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestPaths, repositoryPage } from './repository.ts'

/**
 * Writes the address of this repository into all manifests: `node tools/release/set-repository.ts
 * https://github.com/acme/web`.
 */
const root = join(import.meta.dirname, '../..')
const page = process.argv[2]?.replace(/\/$/, '')
if (page === undefined || !/^https:\/\/[^/]+\/.+[^/]$/.test(page) || page.endsWith('.git')) {
  console.error('Write the address of the page: node tools/release/set-repository.ts https://github.com/acme/web')
  process.exit(2)
}
const before = repositoryPage(root)
for (const path of manifestPaths(root)) {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replaceAll(before, page))
}
console.log(`${before} is ${page} now.`)
