import { join } from 'node:path'
import { repositoryPage } from './repository.ts'

/** The data of a changeset, as the tool `changesets` passes them to the functions of this file. */
interface Changeset {
  readonly summary: string
  /** The commit that added the changeset. */
  readonly commit?: string
}

interface Released {
  readonly name: string
  readonly newVersion: string
}

const page = repositoryPage(join(import.meta.dirname, '../..'))

/**
 * Writes the lines of the change logs for changesets, each with a link to its commit. The key `changelog` in
 * `.changeset/config.json` names this file.
 */
export default {
  getReleaseLine: ({ summary, commit }: Changeset): string => {
    const [first = '', ...more] = summary.split('\n').map((line) => line.trimEnd())
    const link = commit === undefined ? '' : `${linkTo(commit)}: `
    return [`- ${link}${first}`, ...more.map((line) => `  ${line}`.trimEnd())].join('\n')
  },

  /**
   * Writes the lines about the packages of ours that a package now requires in newer versions. The changesets of those
   * packages are not repeated.
   */
  getDependencyReleaseLine: (_changesets: readonly Changeset[], dependencies: readonly Released[]): string => {
    if (dependencies.length === 0) return ''
    return ['- Needs newer packages', ...dependencies.map(({ name, newVersion }) => `  - ${name}@${newVersion}`)].join(
      '\n',
    )
  },
}

function linkTo(commit: string): string {
  return `[\`${commit.slice(0, 7)}\`](${page}/commit/${commit})`
}
