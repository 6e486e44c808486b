import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of each package of a work tree that a release publishes, by name. */
export function publicPackages(root: string): Readonly<Record<string, string>> {
  const manifests = globSync('packages/*/package.json', { cwd: root }).map(
    (path) =>
      JSON.parse(readFileSync(join(root, path), 'utf8')) as { name: string; version: string; private?: boolean },
  )
  return Object.fromEntries(
    manifests.filter((manifest) => !manifest.private).map(({ name, version }) => [name, version]),
  )
}
