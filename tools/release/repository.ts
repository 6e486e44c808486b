import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The manifests that name the repository: the manifest of the root, from which the address is read, the manifests of
 * the packages, and the manifest of the template for new packages.
 */
export function manifestPaths(root: string): readonly string[] {
  const packages = globSync('packages/*/package.json', { cwd: root }).sort()
  return ['package.json', ...packages, 'tools/new-package/template/_package.json'].map((path) => join(root, path))
}

/** The address of the repository's page, as the root's manifest says: `https://github.com/acme/web`. */
export function repositoryPage(root: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly repository: { readonly url: string }
  }
  return manifest.repository.url.replace(/^git\+|\.git$/g, '')
}
