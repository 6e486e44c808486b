import { SLOWEST } from './vitest.config.ts'
import { slowly } from './vitest.tarballs.config.ts'

/** Tests of every Node: `pnpm test:slow` tries the oldest and the newest. */
const EVERY_NODE = ['test/tarballs/node-versions.test.ts', 'test/tarballs/exchanges.test.ts']

process.env.EVERY_NODE = 'true'

/** What runs once a day and before a release, beside all else: `pnpm test:full`. */
export default slowly([...SLOWEST, ...EVERY_NODE])
