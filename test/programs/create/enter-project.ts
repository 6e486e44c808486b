import { dirname } from 'node:path'
import { expect } from 'vitest'

/** Where `npm test` runs the tests of a project. */
process.chdir(dirname(expect.getState().testPath ?? '').replace(/\/src\b.*/, ''))
