import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

interface Manifest {
  readonly name: string
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

const packages = globSync('packages/*/package.json', { cwd: ROOT }).map((path) => {
  return { folder: join(ROOT, dirname(path)), ...readManifest(join(ROOT, path)) }
})

test.each(packages)(
  '$name supports no version of Node that one of its dependencies refuses',
  ({ folder, engines, dependencies = {} }) => {
    const least = leastNode(engines?.node)
    const refusing = Object.keys(dependencies).filter((name) => {
      const { engines: needed } = readManifest(join(folder, 'node_modules', name, 'package.json'))
      return leastNode(needed?.node) > least
    })
    expect(refusing).toEqual([])
  },
)

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

/** The lowest version in a range such as `>=20.19.0`, as a number by which versions can be compared. */
function leastNode(range = '>=0'): number {
  const [, major = '0', minor = '0'] = /(\d+)(?:\.(\d+))?/.exec(range) ?? []
  return Number(major) * 1000 + Number(minor)
}
