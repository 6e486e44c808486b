import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type JobsEngine, job, jobs, sqlJobs } from '@app/jobs'
import { redisJobs } from '@app/jobs/redis'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, startProgram } from '../run-program.ts'
import { sampled } from '../sampled.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'

interface Kept {
  readonly engine: JobsEngine
  readonly env: Readonly<Record<string, string>>
}

async function sqlite(): Promise<Kept> {
  const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'shop.db')
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  database.exec('PRAGMA journal_mode = WAL')
  return { engine: sqlJobs(database), env: { DATABASE: file } }
}

async function redis(): Promise<Kept> {
  const { url } = await startRedis()
  const client = new Redis(url)
  onTestFinished(() => client.disconnect())
  return { engine: redisJobs(client), env: { REDIS_URL: url } }
}

const bake = job<{ id: number }>({ name: 'bake' })

const ENGINES = [
  ['Redis', redis, NO_REDIS],
  ['SQLite', sqlite, undefined],
] as const

for (const [name, open, missing] of sampled(ENGINES, () => 'one')) {
  const suffix = missing === undefined ? '' : ` (${missing})`

  test.skipIf(missing !== undefined)(
    `${name}: each of the workers takes jobs, each job is taken by one, and that of a killed worker by another one${suffix}`,
    async () => {
      const { engine, env } = await open()
      const queue = jobs({ engine })
      const port = String(await freePort())
      const program = startProgram(join(import.meta.dirname, 'jobs-workers.ts'), {
        cwd: import.meta.dirname,
        env: { PORT: port, ...env },
      })
      await program.waitFor(/Listening on/)
      const all = Array.from({ length: 8 }, (_, id) => id)
      for (const id of all) await queue.add(bake, { id })
      await expect.poll(() => queue.counts()).toEqual([])
      const done = () => [...program.output().matchAll(/DONE (\d+) in (\d+)/g)]
      await expect
        .poll(() =>
          done()
            .map(([, id]) => Number(id))
            .toSorted(),
        )
        .toEqual(all)
      const workers = new Set(done().map(([, , pid]) => pid))
      expect(workers.size).toBe(2)
      await queue.add(bake, { id: 100 })
      const [, killed] = await program.waitFor(/BEGUN 100 in (\d+)/)
      process.kill(Number(killed), 'SIGKILL')
      const [, other] = await program.waitFor(/DONE 100 in (\d+)/)
      expect([workers.has(killed), other === killed]).toEqual([true, false])
      program.stop()
      expect(await program.ended).toBe(0)
    },
  )
}
