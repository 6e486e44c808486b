import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawTable } from '../packages-table.ts'
import { dependenciesOf } from './dependencies.ts'
import { REASONS } from './reasons.ts'

/** The content of `newest.json`: the answers of the registry of npm, which `ask-registry.ts` has asked. */
export interface Told {
  /** The day on which the registry was asked, such as `2026-11-22`. */
  readonly asked: string
  readonly newest: Readonly<Record<string, Newest>>
}

/** The newest version of a package. */
export interface Newest {
  readonly version: string
  /** The day of the release of that version, if the registry has it. */
  readonly released?: string
  /** The number of people who may publish the package, if the registry has it. */
  readonly people?: number
}

/** The file with the answers of the registry. */
export const TOLD = join(import.meta.dirname, 'newest.json')

/**
 * Draws the table of the packages of other authors that the packages of a work tree need when they run. Throws an
 * `Error` for a package that has no entry in `REASONS`.
 */
export function drawDependencies(root: string): string {
  const { asked, newest } = JSON.parse(readFileSync(TOLD, 'utf8')) as Told
  const rows = dependenciesOf(root).map(({ name, version, licence, users, isPeer, brings, kilobytes, keptIn }) => {
    const [last, reason] = [newest[name], REASONS[name]]
    if (reason === undefined)
      throw new Error(`${name} is needed by a package of ours: write its purpose and its replacement into reasons.ts.`)
    return [
      `\`${name}\``,
      version,
      [last?.version, last?.released].filter(Boolean).join(', '),
      [keptIn, last?.people && `${last.people} may publish`].filter(Boolean).join(', '),
      [...new Set([licence, ...brings.values()])].join(', '),
      `${kilobytes.toLocaleString('en')} kB${brings.size > 0 ? ` with ${brings.size} more` : ''}`,
      `${users.join(', ')}${isPeer ? ' (the application brings it)' : ''}`,
      reason.does,
      reason.without,
    ]
  })
  const head = [
    'package',
    'version',
    `newest on ${asked}`,
    'kept in',
    'licences',
    'installed',
    'for',
    'what it does',
    'without it',
  ]
  return drawTable([head, ...rows])
}
