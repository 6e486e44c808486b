import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram } from '../run-program.ts'

async function start(workers: number) {
  const program = startProgram(join(import.meta.dirname, 'workers.ts'), {
    cwd: import.meta.dirname,
    env: { WORKERS: String(workers) },
  })
  const [url = ''] = await program.waitFor(/http:\/\/127\.0\.0\.1:\d+/)
  // A connection of its own, so that another worker may get the request.
  const ask = async (path: string) => (await fetch(url + path, { headers: { connection: 'close' } })).text()
  return { program, ask }
}

const requestsIn = (page: string) =>
  [...page.matchAll(/^http_server_request_duration_count\{(.*http_route="\/pid".*)\} (\d+)/gm)].map(
    ([, labels = '', count]) => ({ worker: /worker="(\d+)"/.exec(labels)?.[1], count: Number(count) }),
  )

const total = (page: string) => requestsIn(page).reduce((sum, { count }) => sum + count, 0)

test.skipIf(process.platform === 'win32')(
  'any worker answers with the metrics of all workers, also when one of them is killed',
  async () => {
    const { program, ask } = await start(2)
    // The operating system chooses the worker of each connection, and may choose one of them many times in a row.
    const pids = new Set<string>()
    let requests = 0
    const answered = async () => {
      requests++
      return pids.add(await ask('/pid')).size
    }
    for (let i = 0; i < 20; i++) await answered()
    await expect.poll(answered, { interval: 0 }).toBe(2)
    for (let i = 0; i < 4; i++) {
      const page = await ask('/metrics')
      expect(total(page)).toBe(requests)
      expect(new Set(requestsIn(page).map(({ worker }) => worker)).size).toBe(2)
      expect(page.match(/^# TYPE http_server_request_duration /gm)).toHaveLength(1)
    }
    const [first] = pids
    process.kill(Number(first), 'SIGKILL')
    await expect.poll(async () => requestsIn(await ask('/metrics')).length, { timeout: 10_000 }).toBe(1)
    program.stop()
    await program.ended
  },
)

test('a single process answers with its own metrics', async () => {
  const { program, ask } = await start(0)
  await ask('/pid')
  const page = await ask('/metrics')
  expect([total(page), requestsIn(page)[0]?.worker]).toEqual([1, undefined])
  program.stop()
  expect(await program.ended).toBe(0)
})

test('the page has the jobs that were added, and the attempts by their outcomes', async () => {
  const { program, ask } = await start(0)
  for (const to of ['ada', 'bob', 'nobody']) await ask(`/mail/${to}`)
  const page = await ask('/metrics')
  const lines = [...page.matchAll(/^(messaging_\w+_(?:total|count))\{(.*)\} (\d+)$/gm)]
  const labels = (text = '') => /app_jobs_state="(\w+)"/.exec(text)?.[1] ?? /operation_name="(\w+)"/.exec(text)?.[1]
  expect(lines.map(([, name, text, count]) => [name, labels(text), Number(count)])).toEqual([
    ['messaging_client_sent_messages_total', 'add', 3],
    ['messaging_process_duration_count', 'done', 2],
    ['messaging_process_duration_count', 'waiting', 1],
    ['messaging_process_duration_count', 'failed', 1],
  ])
  expect(page).toMatch(/^messaging_process_duration_sum\{.*messaging_destination_name="mail\.send".*\} 0\.\d+$/m)
  program.stop()
  await program.ended
})
