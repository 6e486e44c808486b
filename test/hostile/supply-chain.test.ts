import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('every package of the lockfile comes from the registry, with an integrity hash', () => {
  const resolutions = read('pnpm-lock.yaml').match(/^ {4}resolution: .*/gm) ?? []
  expect(resolutions.length).toBeGreaterThan(50)
  expect(resolutions.filter((line) => !/^ {4}resolution: \{integrity: sha512-[\w+/=]+\}$/.test(line))).toEqual([])
})

test('the workspace lets only bun, deno, esbuild, node and workerd run scripts when they are installed', () => {
  const named = /allowBuilds:\n((?: {2}\S+: (?:true|false)\n)+)/.exec(read('pnpm-workspace.yaml'))?.[1] ?? ''
  expect(named.match(/\S+(?=: true\n)/g)).toEqual(['bun', 'deno', 'esbuild', 'node', 'workerd'])
})

test('no package of ours runs a script when it is installed', () => {
  const scripts = globSync('packages/*/package.json', { cwd: ROOT }).flatMap((path) =>
    Object.keys((JSON.parse(read(path)) as { scripts?: object }).scripts ?? {}),
  )
  expect(scripts.filter((name) => /install|prepare|prepublish|^publish/.test(name))).toEqual([])
})

test('the list `files` of each of our packages names only its sources, the files built from them, its bin, its templates and its change log', () => {
  const manifests = globSync('packages/*/package.json', { cwd: ROOT }).map(
    (path) => JSON.parse(read(path)) as { files: string[] },
  )
  expect(
    manifests.filter(
      ({ files }) =>
        !files?.every((file) => /^!?(?:dist|src|\{dist,src\})(?:$|\/)|^(?:bin|templates|CHANGELOG\.md)$/.test(file)),
    ),
  ).toEqual([])
})

test('neither the hostile suite nor the pages on security and deploying name a folder on the machine of a developer', () => {
  const sources = globSync(['test/hostile/**/*.{ts,json}', 'SECURITY.md', 'docs/deploying{.md,/*.md}'], { cwd: ROOT })
  const elsewhere = sources.filter((path) => /\/(?:work|home|root|Users)\/\w/.test(read(path)))
  expect(elsewhere.filter((path) => !path.endsWith('supply-chain.test.ts'))).toEqual([])
})
