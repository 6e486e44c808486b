import { afterAll, beforeEach } from 'vitest'
import { endAll, whatRuns } from './running.ts'

// What a test started ends with it, also when the test fails or hangs; what a file started for its tests ends with the
// file. Of tests that run at the same time nobody can tell who started what: theirs ends with the file too.
beforeEach(({ task, onTestFinished }) => {
  if (task.concurrent) return
  const before = whatRuns()
  onTestFinished(() => endAll((program) => program.isShared || before.has(program)))
})

afterAll(() => endAll())
