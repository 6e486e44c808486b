import { dirname } from 'node:path'
import { expect } from 'vitest'

/** Changes into the folder in which `npm test` runs the tests of a project. */
process.chdir(dirname(expect.getState().testPath ?? '').replace(/\/src\b.*/, ''))
