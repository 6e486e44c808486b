import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Program, startProgram } from '../programs/run-program.ts'
import { testTranscripts } from './transcripts.ts'

let program: Program
let port = 0

beforeAll(async () => {
  const { dirname } = import.meta
  program = startProgram(join(dirname, 'application.js'), {
    cwd: dirname,
    env: { NODE_ENV: 'production' },
    isShared: true,
  })
  port = Number((await program.waitFor(/READY (\d+)/))[1])
})

afterAll(async () => {
  program.stop('SIGKILL')
  await program.ended
})

testTranscripts(() => port)
