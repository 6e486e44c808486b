import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KeepAliveClients } from '../../hostile/load.ts'
import { freePort, type Program, startProgram } from '../run-program.ts'
import { SteadyLoad } from './steady-load.ts'

const cwd = import.meta.dirname
const LOAD = { keeping: 12, fresh: 4 }

/** Starts a program with workers, and waits until it prints that it listens. */
async function startWorkers(env: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
  const program = startProgram(join(cwd, 'workers.ts'), { cwd, env: { PORT: String(port), ...env } })
  await program.waitFor(/Listening on \S+ \(.*\)\n/)
  return { program, port, url: `http://127.0.0.1:${port}` }
}

const linesOf = ({ output }: Program) => output().trim().split('\n')

test("with workers: 'available' a program prints one line, which reports as many workers as there are processors", async () => {
  const { program, url } = await startWorkers({ WORKERS: 'available' })
  const count = availableParallelism()
  expect(await (await fetch(url)).text()).toBe('Hello, world!')
  program.stop()
  expect(await program.ended).toBe(0)
  const workers = `${count} worker${count === 1 ? '' : 's'}`
  expect(linesOf(program)).toEqual([expect.stringMatching(`^Listening on http://localhost:\\d+ .*, ${workers}\\)$`)])
})

test('a reload under load loses no request, on connections that are kept and on new ones', async () => {
  const { program, port } = await startWorkers()
  const load = new SteadyLoad(port, '/pid', LOAD)
  await load.answers(200)
  const before = new Set(load.report.pids)
  program.stop('SIGHUP')
  await program.waitFor(/Started 2 workers anew/)
  load.report.pids.clear()
  await load.answers(200)
  const { answered, pids, ...others } = await load.end()
  expect(others).toMatchObject({ lost: 0, refused: 0 })
  expect(answered).toBeGreaterThan(400)
  expect([...pids].filter((pid) => before.has(pid))).toEqual([])
  program.stop()
  expect(await program.ended).toBe(0)
})

test('a worker that is killed under load loses its own requests, and no others', async () => {
  const { program, port } = await startWorkers()
  const load = new SteadyLoad(port, '/pid', LOAD)
  await load.answers(200)
  const [killed] = load.report.pids
  process.kill(Number(killed), 'SIGKILL')
  await program.waitFor(new RegExp(`The worker ${killed} ended with SIGKILL; another one takes its place`))
  await load.answers(400)
  const { lost, refused } = await load.end()
  // Each connection to the killed worker loses one request at most; no client waits for ever, and the other worker
  // takes new connections.
  expect(lost).toBeLessThanOrEqual(LOAD.keeping + LOAD.fresh)
  expect(refused).toBe(0)
  program.stop()
  expect(await program.ended).toBe(0)
})

test('a worker that is told to stop under load is replaced, and no request is lost', async () => {
  const { program, port } = await startWorkers()
  const load = new SteadyLoad(port, '/pid', LOAD)
  await load.answers(200)
  const [told] = load.report.pids
  process.kill(Number(told), 'SIGTERM')
  await program.waitFor(new RegExp(`The worker ${told} ended with 0; another one takes its place`))
  await load.answers(200)
  expect(await load.end()).toMatchObject({ lost: 0, refused: 0 })
  program.stop()
  expect(await program.ended).toBe(0)
})

test('a stop under load answers the requests under way in all workers, and those that follow on their connections', async () => {
  const { program, port } = await startWorkers()
  const slow = new KeepAliveClients(port, new Array(12).fill('/slow'), 0)
  const fast = new KeepAliveClients(port, new Array(12).fill('/pid'), 3)
  await sleep(900)
  program.stop()
  expect(await Promise.all([slow.report(), fast.report()])).toMatchObject([
    { lost: 0, surprised: 0 },
    { lost: 0, surprised: 0 },
  ])
  expect(await program.ended).toBe(0)
  expect(linesOf(program)).toHaveLength(1)
})
