import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXPERIMENTAL, EXPERIMENTAL_NOTE } from '../experimental.ts'
import { sourcePackages } from '../imports.ts'

/**
 * Writes the change logs of the first releases of packages, in place of the changes that changesets list, since no user
 * had an earlier version. A change log says what the package is and how to begin, in the words of manifest and README.
 */
export function writeFirstChangelogs(root: string, names: readonly string[]): void {
  for (const { name, folder } of sourcePackages(root)) {
    if (names.includes(name)) writeFileSync(join(folder, 'CHANGELOG.md'), firstChangelog(name, folder))
  }
}

function firstChangelog(name: string, folder: string): string {
  const { version, description, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly version: string
    readonly description: string
    readonly homepage: string
  }
  const [install] = /```sh\n[\s\S]+?```/.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? []
  if (install === undefined) throw new Error(`The README of ${name} has no command that installs it.`)
  return `${[
    `# ${name}`,
    `## ${version}`,
    `The first release. ${description}`,
    ...(EXPERIMENTAL.includes(name) ? [EXPERIMENTAL_NOTE] : []),
    install,
    `[The README](${homepage}) shows how to use it.`,
  ].join('\n\n')}\n`
}
