import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { TEST_LIMIT } from '../../test/programs/limits.ts'

const root = join(process.cwd(), 'packages', process.env.MUTATED as string)

/**
 * Tests that compare with an oracle, and those of servers with their time limits in `node/`, take seconds for each mutant.
 * Programs that other tests start may not run in a copy of the sources with all mutants.
 */
function isLeftOut(file: string): boolean {
  return (
    /^src\/node\/|compare-with|oracle|fuzz/.test(file) ||
    /run-program|child_process/.test(readFileSync(join(root, file), 'utf8'))
  )
}

/** The tests of one package, `MUTATED`, as mutation testing runs them: in one process, many times. */
export default defineConfig({
  test: {
    root,
    include: globSync('src/**/*.test.ts', { cwd: root }).filter((file) => !isLeftOut(file)),
    setupFiles: [join(process.cwd(), 'test/programs/mode-of-tests.ts')],
    env: { NODE_ENV: 'test' },
    isolate: false,
    testTimeout: TEST_LIMIT,
  },
})
