import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(process.cwd(), 'packages', process.env.MUTATED as string)

/**
 * Tests that start programs notice no mutant, which is only in the process of the tests. Those that compare with an
 * oracle, and those of servers with their time limits in `node/`, take seconds for each mutant.
 */
function isLeftOut(file: string): boolean {
  const startsPrograms = /run-program|child_process|project\.test\.helper/
  return (
    /^src\/node\/|compare-with|oracle|fuzz/.test(file) || startsPrograms.test(readFileSync(join(root, file), 'utf8'))
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
  },
})
