import fc from 'fast-check'
import { TEST_LIMIT } from './limits.ts'

// A property that awaits only settled promises leaves no turn to the timer of its test's limit, and the search for a
// smaller counterexample may take an hour. So it ends a little before that limit, and the counterexample is printed.
fc.configureGlobal({ interruptAfterTimeLimit: 0.8 * TEST_LIMIT, markInterruptAsFailure: true })
