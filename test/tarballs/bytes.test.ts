import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { CHECK_LIMIT } from '../programs/limits.ts'
import { runCommand } from '../programs/run-program.ts'
import { Outside, ROOT } from './workspace.ts'

/**
 * The limits of the test, by the keys of the cases in bench/cases.mjs: the bytes of new objects that a request to our
 * server may take beyond those of the same request to a plain server of `node:http`; below zero, ours has to take
 * fewer. Two measurements of a case differ by about 30 bytes, however busy the machine is. Each limit was set 200
 * above the measured number; lower a limit once it is far above that number.
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

async function bytesOf(peer: string): Promise<Readonly<Record<keyof typeof LIMITS, number>>> {
  const { stdout, stderr } = await runCommand(process.execPath, ['bench/bytes.mjs', peer], { cwd: folder }, CHECK_LIMIT)
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('a request to our server allocates at most as many bytes more than a request to a plain server of node:http as the limit of its case allows', async () => {
  const [plain, ours] = [await bytesOf('plain'), await bytesOf('ours-find-my-way')]
  const keys = Object.keys(LIMITS) as (keyof typeof LIMITS)[]
  const tooMany = keys
    .map((key) => ({ key, bytes: Math.round(ours[key] - plain[key]), limit: LIMITS[key] }))
    .filter(({ bytes, limit }) => bytes > limit)
  expect(tooMany, `plain ${JSON.stringify(plain)}, ours ${JSON.stringify(ours)}`).toEqual([])
  // Every request makes some objects: a number near zero would mean that the measurement has failed.
  for (const key of keys) expect(Math.min(plain[key], ours[key])).toBeGreaterThan(1_000)
})
