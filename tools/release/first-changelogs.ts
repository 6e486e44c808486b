import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcePackages } from '../imports.ts'

/**
 * Writes the descriptions of packages into the change logs of their first releases, in place of the changes that
 * changesets list, since no user had an earlier version.
 */
export function writeFirstChangelogs(root: string, names: readonly string[]): void {
  for (const { name, folder } of sourcePackages(root)) {
    if (!names.includes(name)) continue
    const { version, description } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly version: string
      readonly description: string
    }
    writeFileSync(join(folder, 'CHANGELOG.md'), `# ${name}\n\n## ${version}\n\nThe first release. ${description}\n`)
  }
}
