import assert from 'node:assert/strict'
import { join } from 'node:path'
import { run } from '../run.ts'
import { firstAnswer } from './first-answer.ts'
import type { Steps } from './steps.ts'

const TARGET_SECONDS = 30

/** Makes an application that answers after two commands and half a minute, and runs the tests that came with it. */
export async function createApplication(steps: Steps, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const cwd = join(folder, 'created')
  const start = performance.now()
  await steps.take('npm create @app', () =>
    run('npm', ['create', '@app', 'created', '--', '--yes'], { cwd: folder, env }),
  )
  await steps.take('npm start, until it answers', () =>
    firstAnswer('npm', ['start'], { cwd, env: { ...env, PORT: '0' } }),
  )
  const seconds = (performance.now() - start) / 1000
  assert.ok(seconds <= TARGET_SECONDS, `${seconds.toFixed(1)} s from npm create to the first answer`)
  await steps.take('npm test', () => run('npm', ['test'], { cwd, env }))
}
