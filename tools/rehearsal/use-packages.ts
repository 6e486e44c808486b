import assert from 'node:assert/strict'
import { TOOLBOX } from '../toolbox.ts'
import type { Consumer } from './consumer.ts'
import type { Steps } from './steps.ts'

const ROUTER = '@app/router-find-my-way'

/** What the READMEs of the toolbox name in their commands for installing, since yarn installs no peers by itself. */
const PEERS = ['@opentelemetry/api']

/** Installs the core, one router and packages of middleware, and type-checks a program. */
export async function installPackages(steps: Steps, consumer: Consumer): Promise<void> {
  const { name } = consumer.client
  await steps.take(`${name}: install packages of middleware`, () => {
    assert.deepEqual(consumer.add('@app/core', ROUTER, ...TOOLBOX, ...PEERS), [])
  })
  await steps.take(`${name}: install TypeScript`, () => consumer.add('typescript', '@types/node'))
  await steps.take(`${name}: type-check the program`, () => consumer.typeChecks())
  await steps.take(`${name}: swap the router, and swap it back`, () => {
    swap(consumer, ROUTER, '@app/router-trouter')
    consumer.answers('TrouterRouter')
    swap(consumer, '@app/router-trouter', ROUTER)
    consumer.answers('FindMyWayRouter')
  })
}

function swap(consumer: Consumer, before: string, after: string): void {
  consumer.remove(before)
  assert.deepEqual(consumer.add(after), [])
}

/** Updates all packages when only the core has a new version, and checks that only the core changes. */
export async function updateCore(steps: Steps, consumer: Consumer): Promise<void> {
  await steps.take(`${consumer.client.name}: update, which changes only the core`, () => {
    const before = consumer.versions()
    assert.deepEqual(consumer.update(), [])
    const after = consumer.versions()
    const moved = Object.keys({ ...before, ...after }).filter((name) => after[name] !== before[name])
    assert.deepEqual(moved, ['@app/core'])
    consumer.answers('FindMyWayRouter')
  })
}
