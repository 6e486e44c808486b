import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestPaths, repositoryPage } from './repository.ts'

/**
 * Writes the address of this repository into all manifests, and its owner into the files of `.github`: `node
 * tools/release/set-repository.ts https://github.com/acme/web`.
 */
const root = join(import.meta.dirname, '../..')
const page = process.argv[2]?.replace(/\/$/, '')
if (page === undefined || !/^https:\/\/[^/]+\/.+[^/]$/.test(page) || page.endsWith('.git')) {
  console.error('Write the address of the page: node tools/release/set-repository.ts https://github.com/acme/web')
  process.exit(2)
}
const before = repositoryPage(root)
for (const path of manifestPaths(root)) replace(path, before, page)
const [owner, next] = [before, page].map((address) => new URL(address).pathname.split('/')[1] ?? '')
replace(join(root, '.github/ISSUE_TEMPLATE/config.yml'), before, page)
replace(join(root, '.github/CODEOWNERS'), `@${owner}/`, `@${next}/`)
replace(join(root, '.github/FUNDING.yml'), `github: ${owner}\n`, `github: ${next}\n`)
console.log(`${before} is ${page} now.`)

function replace(path: string, from: string, to: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to))
}
