import { afterAll, beforeEach } from 'vitest'
import { endAll, whatRuns } from './running.ts'

// A program that a test started ends with the test, also when the test fails or hangs. A program that a file started
// for its tests ends with the file. Programs of tests that run at the same time also end with the file, since it is not
// known which test has started them.
beforeEach(({ task, onTestFinished }) => {
  if (task.concurrent) return
  const before = whatRuns()
  onTestFinished(() => endAll((program) => program.isShared || before.has(program)))
})

afterAll(() => endAll())
