import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { appVersions, ownManifest } from './manifest.ts'

const released = (version: string, devDependencies: Readonly<Record<string, string>>, tag?: string) => {
  const { installed, peer } = appVersions({ version, devDependencies }, tag)
  return Object.keys(devDependencies).map((name) => [installed(name), peer(name)])
}

test('a written package.json has each package of @app in the version that was released with this version of create', () => {
  expect(released('1.4.0', { '@app/core': '^2.1.0', '@app/cli': '^1.3.2' })).toEqual([
    ['^2.1.0', '^2.0.0'],
    ['^1.3.2', '^1.0.0'],
  ])
})

test('before the first release of a package, a written package.json has version 1 of this package, since that will be its first release', () => {
  expect(released('0.0.0', { '@app/core': '^0.0.0' })).toEqual([['^1.0.0', '^1.0.0']])
})

test('a written package.json has a package below 1.0.0 in the version that was released', () => {
  expect(released('1.4.0', { '@app/development': '^0.2.3' })).toEqual([['^0.2.3', '^0.2.0']])
})

test('a project that a snapshot release of create writes depends on packages of the same snapshot, and its peer ranges are those of a normal release', () => {
  const snapshot = '0.0.0-snapshot-20261121080000'
  expect(released(snapshot, { '@app/core': `^${snapshot}` })).toEqual([[snapshot, '^1.0.0']])
})

test('a tag such as next replaces the versions of dependencies, and not the ranges of peer dependencies', () => {
  expect(released('1.0.0', { '@app/core': '^2.1.0' }, 'next')).toEqual([['next', '^2.0.0']])
  expect(released('1.0.0', { '@app/core': '^2.1.0' }, '')).toEqual([['^2.1.0', '^2.0.0']])
})

test('the manifest of create lists each package of @app that a template or a value of --router names, and no others', () => {
  const root = join(import.meta.dirname, '..')
  const texts = globSync('templates/**/_package.json', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const named = texts.flatMap((text) => [...text.matchAll(/"(@app\/[\w-]+)": "/g)].map(([, name = '']) => name))
  const routers = ['find-my-way', 'rou3', 'trouter'].map((name) => `@app/router-${name}`)
  const known = Object.keys(ownManifest().devDependencies)
  expect([...new Set([...named, ...routers])].sort()).toEqual(known.sort())
})

test('after a major release of @app/core alone, a written project has version 2 of the core and version 1 of the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'app-create-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const root = join(import.meta.dirname, '..')
  for (const part of ['src', 'templates']) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The package.json of a published tarball has versions in place of `workspace:`.
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const versions = Object.keys(manifest.devDependencies).map((name) => [
    name,
    name === '@app/core' ? '^2.0.0' : '^1.1.0',
  ])
  const packed = { ...manifest, version: '1.2.0', devDependencies: Object.fromEntries(versions) }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packed))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)

  const { runCreate } = (await import(join(folder, 'src/index.ts'))) as typeof import('./index.ts')
  expect(await runCreate([join(folder, 'shop'), '--yes', '--no-install'])).toBe(0)

  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'shop/package.json'), 'utf8'))
  expect(dependencies).toMatchObject({ '@app/core': '^2.0.0', '@app/health': '^1.1.0' })
  expect(devDependencies).toMatchObject({ '@app/cli': '^1.1.0' })
})
