import { readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { sourcePackages } from '../../tools/imports.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Third-party packages that ours need at run time, by name, each with the folder of a package that needs it. */
const direct = new Map(
  sourcePackages(ROOT).flatMap(({ folder, manifest }) =>
    Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
      .filter((name) => !name.startsWith('@app/'))
      .map((name) => [name, folder] as const),
  ),
)

interface Manifest {
  readonly license?: string
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

function folderOf(name: string, user: string): string {
  const path = findPackageJSON(name, pathToFileURL(join(user, 'package.json')))
  if (path === undefined) throw new Error(`${name} is not installed for ${user}: run pnpm install.`)
  return realpathSync(dirname(path))
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

test('docs/dependencies.md has a row for each third-party package that our packages depend on, and for no others', () => {
  const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)
  expect(rows.toSorted()).toEqual([...direct.keys()].toSorted())
})

test('the licences of all dependencies of our packages let everybody use and change them', () => {
  const folders = new Set([...direct].map(([name, user]) => folderOf(name, user)))
  // The loop also visits folders that it adds.
  for (const folder of folders)
    for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) folders.add(folderOf(name, folder))
  const refused = [...folders].filter(
    (folder) => !/^(?:MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|PSF-2\.0)$/.test(manifestIn(folder).license ?? ''),
  )
  expect(folders.size).toBeGreaterThan(direct.size)
  expect(refused).toEqual([])
})

test('our packages support no version of Node that one of their dependencies refuses', () => {
  const refusing = sourcePackages(ROOT).flatMap(({ name, folder, manifest }) =>
    Object.keys(manifest.dependencies ?? {})
      .filter(
        (other) => leastNode(manifestIn(folderOf(other, folder)).engines?.node) > leastNode(manifest.engines?.node),
      )
      .map((other) => `${name} needs ${other}`),
  )
  expect(refusing).toEqual([])
})

/** The lowest version in a range such as `>=20.19.0`, as a number by which versions can be compared. */
function leastNode(range = '>=0'): number {
  const [, major = '0', minor = '0'] = /(\d+)(?:\.(\d+))?/.exec(range) ?? []
  return Number(major) * 1000 + Number(minor)
}
