import { product } from './product/live.ts'
import { consumers } from './rehearsal/consumers.ts'
import { newcomer } from './rehearsal/newcomer.ts'
import { type Part, rehearse } from './rehearsal/rehearse.ts'
import { laterReleases, release } from './rehearsal/release.ts'

/**
 * Runs the parts of the rehearsal that the arguments name; without arguments, all parts, on one registry to which
 * everything is published as in a real release.
 */
const PARTS: Readonly<Record<string, Part>> = {
  release,
  'later-releases': laterReleases,
  newcomer,
  consumers,
  product,
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')} of a rehearsal, only ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
await rehearse(
  Object.entries(PARTS).flatMap(([name, part]) => (names.length > 0 && !names.includes(name) ? [] : [part])),
  names.length === 0 ? 'by npm' : 'at once',
)
