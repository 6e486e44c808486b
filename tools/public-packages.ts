import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The version in the manifest of each package that a release of the work tree publishes, by the name of the package.
 */
export function publicPackages(root: string): Readonly<Record<string, string>> {
  const manifests = globSync('packages/*/package.json', { cwd: root }).map(
    (path) =>
      JSON.parse(readFileSync(join(root, path), 'utf8')) as { name: string; version: string; private?: boolean },
  )
  return Object.fromEntries(
    manifests.filter((manifest) => !manifest.private).map(({ name, version }) => [name, version]),
  )
}
