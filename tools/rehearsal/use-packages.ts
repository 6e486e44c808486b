import assert from 'node:assert/strict'
import type { Consumer } from './consumer.ts'
import type { Steps } from './steps.ts'

const ROUTERS = ['@app/router-find-my-way', '@app/router-trouter'] as const
const PLUGINS = ['@app/cookies', '@app/problem-details', '@app/static'] as const

/** Installs the core and one router, runs and type-checks a program, and swaps the router by one dependency. */
export async function useCoreAndSwapRouter(steps: Steps, consumer: Consumer): Promise<void> {
  const { client } = consumer
  const [first, second] = ROUTERS
  await steps.take(`${client}: install the core and one router`, () => consumer.change('add', '@app/core', first))
  await steps.take(`${client}: run a program, which answers`, () => consumer.answers())
  await steps.take(`${client}: install TypeScript`, () => consumer.change('add', 'typescript', '@types/node'))
  await steps.take(`${client}: type-check the program`, () => consumer.typeChecks())
  await steps.take(`${client}: swap the router by one dependency`, () => {
    consumer.change('remove', first)
    consumer.change('add', second)
    consumer.answers()
  })
  await steps.take(`${client}: install packages of middleware`, () => consumer.change('add', ...PLUGINS))
}

/** Updates everything, of which only the core is new. */
export async function updateCore(steps: Steps, consumer: Consumer): Promise<void> {
  await steps.take(`${consumer.client}: update, which moves the core alone`, () => {
    const before = consumer.versions()
    consumer.change('update')
    const after = consumer.versions()
    const moved = Object.keys({ ...before, ...after }).filter((name) => after[name] !== before[name])
    assert.deepEqual(moved, ['@app/core'])
    consumer.answers()
  })
}

/** Installs packages of a snapshot, which need one another at that snapshot. */
export async function useSnapshot(steps: Steps, consumer: Consumer): Promise<void> {
  const names = ['@app/core', ROUTERS[0], ...PLUGINS]
  await steps.take(`${consumer.client}: install the snapshot, and run it`, () => {
    consumer.change('add', ...names.map((name) => `${name}@snapshot`))
    const versions = consumer.versions()
    const snapshots = new Set([...names, '@app/router'].map((name) => versions[name]))
    assert.match([...snapshots].join(' and '), /^0\.0\.0-snapshot-\d+$/)
    consumer.answers()
  })
}
