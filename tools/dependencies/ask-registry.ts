import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPages } from '../drawn-pages.ts'
import { run } from '../run.ts'
import { dependenciesOf } from './dependencies.ts'
import { TOLD, type Told } from './draw-dependencies.ts'

// Asks the registry of npm for the newest version of each package of other authors that our packages depend on, writes
// the answers into newest.json, and draws docs/dependencies.md anew.
const root = join(import.meta.dirname, '../..')
const newest = dependenciesOf(root).map(({ name }) => {
  const asked = ['view', name, 'version', 'time', 'maintainers', '--json']
  const said: unknown = JSON.parse(run('npm', asked, { cwd: root }).stdout)
  // If the registry has no time and no maintainers of the package, npm prints the version as a text instead of a map.
  const { version = said as string, time, maintainers } = said as Answer
  const released = time?.[version]?.slice(0, 10)
  const people = maintainers && [maintainers].flat().length
  return [name, { version, ...(released && { released }), ...(people && { people }) }] as const
})
const told: Told = { asked: new Date().toISOString().slice(0, 10), newest: Object.fromEntries(newest) }
writeFileSync(TOLD, `${JSON.stringify(told, undefined, 2)}\n`)
drawPages(root)

/** The answer of `npm view` about a package. */
interface Answer {
  readonly version?: string
  readonly time?: Readonly<Record<string, string>>
  readonly maintainers?: string | readonly string[]
}
