import assert from 'node:assert/strict'
import { run } from '../run.ts'
import { firstAnswer } from './first-answer.ts'
import type { Steps } from './steps.ts'

/** Packages that `app add` brings into an application from configuration, with no further line. */
const TOOLBOX = ['@app/authentication', '@app/cookies', '@app/csrf', '@app/session']

/** Closes every route that says nothing of who may reach it, and so comes last. */
const GUARD = '@app/authorization'

/** Adds each to an application that was just created, which shows them in its pipeline, answers, and checks itself. */
export async function addToolbox(steps: Steps, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const name of TOOLBOX) {
    await steps.take(`npx app add ${name}`, () => run('npx', ['app', 'add', name], { cwd, env }))
  }
  await steps.take('npx app pipeline, which shows them', () => {
    const { stdout } = run('npx', ['app', 'pipeline'], { cwd, env })
    assert.deepEqual(
      TOOLBOX.filter((name) => !stdout.includes(name)),
      [],
    )
  })
  await steps.take('npm start, until it answers', () =>
    firstAnswer('npm', ['start'], { cwd, env: { ...env, PORT: '0' } }),
  )
  await steps.take('npm run check', () => run('npm', ['run', 'check'], { cwd, env }))
  await steps.take(`npx app add ${GUARD}`, () => run('npx', ['app', 'add', GUARD], { cwd, env }))
  await steps.take('npm start, until it refuses what says nothing', () =>
    firstAnswer('npm', ['start'], { cwd, env: { ...env, PORT: '0' } }, 401),
  )
}
