import { SLOWEST } from './vitest.config.ts'
import { slowly } from './vitest.tarballs.config.ts'

/** Tests of every Node, and of every bundler with every router: `pnpm test:slow` tries some. */
const EVERY = ['bundles', 'exchanges', 'node-versions'].map((name) => `test/tarballs/${name}.test.ts`)

for (const name of ['EVERY_BUNDLE', 'EVERY_NODE']) process.env[name] = 'true'

/** What runs once a day and before a release, beside all else: `pnpm test:full`. */
export default slowly([...SLOWEST, ...EVERY])
