import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { CHECK_LIMIT } from '../programs/limits.ts'
import { runCommand } from '../programs/run-program.ts'
import { Outside, ROOT } from './workspace.ts'

/**
 * The octets of new objects that a request may take beyond those of a plain server of `node:http`. The octets are
 * counted, which is exact to about 30 on a machine of any load. A limit is 200 above the count at the time when it was
 * set, and has to be lowered once it is far above the count.
 */
const LIMITS = { a: -200, b: 150, c: 1_550, d: 3_000, e: 0 } as const

const outside = new Outside(inject('tarballs'))
const { folder } = outside
afterAll(() => outside.delete())
outside.add('@app/core', '@app/router', '@app/router-find-my-way')
cpSync(join(ROOT, 'bench'), join(folder, 'bench'), {
  recursive: true,
  filter: (path) => !/[\\/](?:node_modules|builds)$/.test(path),
})

async function octetsOf(peer: string): Promise<Readonly<Record<keyof typeof LIMITS, number>>> {
  const { stdout, stderr } = await runCommand(
    process.execPath,
    ['bench/octets.mjs', peer],
    { cwd: folder },
    CHECK_LIMIT,
  )
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('a request takes no more octets of new objects than its limit', async () => {
  const [plain, ours] = [await octetsOf('plain'), await octetsOf('ours-find-my-way')]
  const keys = Object.keys(LIMITS) as (keyof typeof LIMITS)[]
  const tooMany = keys
    .map((key) => ({ key, octets: Math.round(ours[key] - plain[key]), limit: LIMITS[key] }))
    .filter(({ octets, limit }) => octets > limit)
  expect(tooMany, `plain ${JSON.stringify(plain)}, ours ${JSON.stringify(ours)}`).toEqual([])
  // Every request makes some objects: a count near zero would mean that the measurement has failed.
  for (const key of keys) expect(Math.min(plain[key], ours[key])).toBeGreaterThan(1_000)
})
