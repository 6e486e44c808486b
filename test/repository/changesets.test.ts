import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { UNRELEASED } from '../../tools/compatibility/last-release.ts'
import { EXPERIMENTAL, EXPERIMENTAL_NOTE } from '../../tools/experimental.ts'
import { sourcePackages } from '../../tools/imports.ts'
import { newFolder } from '../../tools/new-folder.ts'
import { publicPackages } from '../../tools/public-packages.ts'
import { announcedLevels, leftBehind } from '../../tools/release/left-behind.ts'
import { manifestPaths, repositoryPage } from '../../tools/release/repository.ts'

const ROOT = join(import.meta.dirname, '../..')

test('the first release of a package is 0.1.0 if it is experimental, and 1.0.0 otherwise', () => {
  const levels = announcedLevels(ROOT)
  const unreleased = Object.entries(publicPackages(ROOT)).filter(([, version]) => version === UNRELEASED)
  const expected = unreleased.map(([name]) => [name, EXPERIMENTAL.includes(name) ? 'minor' : 'major'])
  expect(unreleased.map(([name]) => [name, levels.get(name)])).toEqual(expected)
})

test('the experimental packages are those below 1.0.0 once they are released', () => {
  const released = Object.entries(publicPackages(ROOT)).filter(([, version]) => version !== UNRELEASED)
  const wrong = released.filter(([name, version]) => version.startsWith('0.') !== EXPERIMENTAL.includes(name))
  expect(wrong).toEqual([])
})

test('no package has an experimental package as a peer, since each of its minors would break the installation', () => {
  const peers = sourcePackages(ROOT).flatMap(({ name, manifest }) =>
    Object.keys(manifest.peerDependencies ?? {}).map((peer) => ({ name, peer })),
  )
  expect(peers.filter(({ peer }) => EXPERIMENTAL.includes(peer))).toEqual([])
})

test('the READMEs of the experimental packages say so, and no others', () => {
  const saying = sourcePackages(ROOT).filter(({ folder }) =>
    readFileSync(join(folder, 'README.md'), 'utf8').replaceAll('\n', ' ').includes(EXPERIMENTAL_NOTE),
  )
  expect(saying.map(({ name }) => name)).toEqual(EXPERIMENTAL)
})

test('a package that depends on a package with a breaking change gets one too, since it requires the new version', () => {
  expect(leftBehind(ROOT)).toEqual([])
})

describe('of three packages', () => {
  const root = newFolder('left-behind')
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const add = (name: string, version: string, needs: object = {}) =>
    write(`packages/${name}/package.json`, JSON.stringify({ name: `@app/${name}`, version, ...needs }))
  const announce = (...lines: readonly string[]) =>
    write('.changeset/a.md', `---\n${lines.map((line) => `'@app/${line}\n`).join('')}---\n\nA change.\n`)
  const owed = () => leftBehind(root).map(({ name, level }) => `${name}: ${level}`)

  test('a major of the core requires a major of its dependents, and a minor of those below 1.0.0', () => {
    add('core', '1.0.0')
    add('cors', '1.2.0', { peerDependencies: { '@app/core': 'workspace:^' } })
    add('proofs', '0.3.0', { peerDependencies: { '@app/core': 'workspace:^' } })
    announce("core': minor")
    expect(owed()).toEqual([])
    announce("core': major")
    expect(owed()).toEqual(['@app/cors: major', '@app/proofs: minor'])
    announce("core': major", "cors': major", "proofs': minor")
    expect(owed()).toEqual([])
  })

  test('a minor of a package below 1.0.0 requires as much of its peers, nothing of those that bring their own copy, and a patch of @app/create', () => {
    add('core', '1.0.0', { dependencies: { '@app/proofs': 'workspace:^' } })
    add('cors', '1.2.0', { peerDependencies: { '@app/proofs': 'workspace:^' } })
    add('create', '1.0.0', { devDependencies: { '@app/proofs': 'workspace:^' } })
    announce("proofs': patch")
    expect(owed()).toEqual([])
    announce("proofs': minor")
    expect(owed()).toEqual(['@app/cors: major', '@app/create: patch'])
  })

  test('the first release of a package breaks nobody', () => {
    add('proofs', '0.0.0')
    announce("proofs': major")
    expect(owed()).toEqual([])
  })
})

test('every manifest names the authors, the funding and the repository that the manifest of the root names', () => {
  const page = repositoryPage(ROOT)
  const wrong = manifestPaths(ROOT).filter((path) => {
    const text = readFileSync(path, 'utf8')
    const addresses = text.match(/"(?:homepage|bugs|url|author|funding)": "[^"]+"/g) ?? []
    const isNamed = ['url', 'author', 'funding'].every((key) => text.includes(`"${key}": `))
    return !isNamed || !addresses.every((address) => address.includes(page))
  })
  expect(wrong).toEqual([])
})
