import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { drawTable, expectOnPage } from '../programs/tables-of-pages.ts'
import type { Client } from './runtimes/asking.ts'
import { DIFFERENCES } from './runtimes/differences.ts'
import { PROBES } from './runtimes/probes.ts'
import { PACKAGES, prepare, RUNTIMES } from './runtimes/runtimes.ts'
import { Outside } from './workspace.ts'

const outside = new Outside(inject('tarballs'))

beforeAll(() => {
  outside.add(...PACKAGES)
  prepare(outside.folder)
})
afterAll(() => outside.delete())

/**
 * The response that a runtime has to give to a probe: the response of the probe, unless `differences.ts` has another
 * one for this runtime.
 */
const expected = (runtime: string, probe: string, answer: string): string =>
  DIFFERENCES.find((one) => one.probe === probe)?.on[runtime] ?? answer

describe.each(Object.entries(RUNTIMES))('%s', (runtime, start) => {
  let client: Client

  beforeAll(async () => {
    client = await start(outside.folder)
  })

  test.each(PROBES)('$name', async ({ name, ask, answer }) => {
    expect(await ask(client)).toBe(expected(runtime, name, answer))
  })
})

/**
 * With `TABLES=write`, the test writes the table into docs/deploying/serverless.md
 * instead of comparing it.
 */
test('docs/deploying/serverless.md lists the differences between runtimes that the tests find', () => {
  const differing = new Set(DIFFERENCES.map(({ probe }) => probe))
  const probes = new Set(PROBES.map(({ name }) => name))
  expect([...differing].filter((name) => !probes.has(name))).toEqual([])
  const alike = [...probes].filter((name) => !differing.has(name))
  const names = ['Node', ...Object.keys(RUNTIMES).filter((name) => !name.startsWith('Node'))]
  const rows = DIFFERENCES.map(({ probe, on, reason }) => [
    probe,
    ...names.map((name) => (name in on ? `\`${on[name]}\`` : 'yes')),
    reason,
  ])
  const lines = broken(`Alike on all of them: ${alike.join('; ')}.`)
  expectOnPage(
    'deploying/serverless.md',
    'runtimes',
    `${lines}\n\n${drawTable([['asked for', ...names, 'why'], ...rows])}`,
  )
})

/** Breaks a paragraph into lines of the length that pages have. */
function broken(text: string): string {
  return text.replace(/(.{1,128})(?: |$)/g, '$1\n').trim()
}
