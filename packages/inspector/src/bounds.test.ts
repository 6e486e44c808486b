import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { text } from '@app/core'
import { expect, test } from 'vitest'
import { application, inspect } from './inspected.test.helper.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Collects garbage, and returns the bytes of memory that are still in use. */
async function used(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  collect()
  return process.memoryUsage().heapUsed
}

test('of ten thousand requests, the inspector keeps the last hundred, and frees the memory of the others', async () => {
  const inspected = inspect(
    application().pipe(() => text('x')),
    { requests: 100 },
  )
  const headers = { 'x-long': 'x'.repeat(1_000) }
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await (await inspected.request(`/${sent}`, { headers })).text()
  }
  await send(1_000)
  const before = await used()
  await send(9_000)
  expect(await used()).toBeLessThan(before + 6_000_000)
  const kept = await inspected.list()
  expect(kept).toHaveLength(100)
  expect(kept.at(-1)).toMatchObject({ id: 10_000, target: '/8999', status: 200 })
  await expect(inspected.details(9_900)).rejects.toThrow('404')
  expect((await inspected.details(9_901)).id).toBe(9_901)
})

test('the inspector keeps fewer requests if they are large', async () => {
  const inspected = inspect(
    application().pipe(() => text('x')),
    { memory: 100_000 },
  )
  const headers = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`x-${at}`, 'x y '.repeat(500)]))
  for (let sent = 0; sent < 20; sent++) await (await inspected.request('/', { headers })).text()
  const kept = await inspected.list()
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(5)
})

test('requests that are not over yet count towards the limit of kept requests', async () => {
  const release: (() => void)[] = []
  const inspected = inspect(
    application().pipe(async () => {
      await new Promise<void>((resolve) => release.push(resolve))
      return text('x')
    }),
    { requests: 3 },
  )
  const answers = Array.from({ length: 10 }, () => inspected.request('/'))
  while (release.length < 10) await new Promise((resolve) => setImmediate(resolve))
  expect(await inspected.list()).toHaveLength(3)
  for (const resolve of release) resolve()
  for (const answer of answers) await (await answer).text()
  expect((await inspected.list()).map(({ id, status }) => [id, status])).toEqual([
    [8, 200],
    [9, 200],
    [10, 200],
  ])
})
