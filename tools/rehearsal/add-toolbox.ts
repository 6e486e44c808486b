import assert from 'node:assert/strict'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'
import { firstAnswer, whileItRuns } from './first-answer.ts'
import type { Steps } from './steps.ts'
import { EFFECTS, ENGINE } from './toolbox-effects.ts'

/** The handlers that use what `app add` brings. */
export const TRIED: string = join(import.meta.dirname, 'tried.global.js')

/** Closes every route that says nothing of who may reach it, and so comes last. */
export const GUARD: string = '@app/authorization'

/**
 * Adds each package of the toolbox to an application that was just created, which shows them in its pipeline, does what
 * each is for, and checks itself.
 */
export async function addToolbox(steps: Steps, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const names = Object.keys(EFFECTS)
  for (const name of [ENGINE, ...names.toSorted()]) {
    await steps.take(`npx app add ${name}`, () => run('npx', ['app', 'add', name], { cwd, env }))
  }
  await steps.take('npx app pipeline, which shows them in their order', () => {
    const { stdout } = run('npx', ['app', 'pipeline'], { cwd, env })
    assert.deepEqual(inOrder(stdout, names), names)
  })
  const started = { cwd, env: { ...env, PORT: '0' } }
  await steps.take('npm start, until it answers', () => firstAnswer('npm', ['start'], started))
  const tried = join(cwd, 'config/autoload/tried.global.js')
  copyFileSync(TRIED, tried)
  await whileItRuns('npm', ['start'], started, async (url) => {
    for (const [name, { seen, expected }] of Object.entries(EFFECTS)) {
      await steps.take(`${name} does what it is for`, async () => {
        assert.match(await seen((path, init) => fetch(new URL(path, url), init)), expected)
      })
    }
  })
  rmSync(tried)
  await steps.take('npm run check', () => run('npm', ['run', 'check'], { cwd, env }))
  await steps.take(`npx app add ${GUARD}`, () => run('npx', ['app', 'add', GUARD], { cwd, env }))
  await steps.take('npm start, until it refuses what says nothing', () =>
    firstAnswer('npm', ['start'], started, { status: 401 }),
  )
}

/** Those names that a text has, as they follow one another in it. */
export function inOrder(text: string, names: readonly string[]): readonly string[] {
  const places = names.map((name) => [name, text.search(new RegExp(`${name}(?![\\w-])`))] as const)
  return places
    .filter(([, place]) => place !== -1)
    .toSorted(([, a], [, b]) => a - b)
    .map(([name]) => name)
}
