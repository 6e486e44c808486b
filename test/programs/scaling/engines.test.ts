import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram } from '../run-program.ts'
import { NO_POSTGRES, startPostgres } from './postgres.ts'
import { startS3 } from './s3.ts'

const SKIPPED = NO_POSTGRES === undefined ? '' : ` (${NO_POSTGRES})`

async function prepare() {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()])
  return { postgres, s3 }
}

type Engines = Awaited<ReturnType<typeof prepare>>

async function startProcess({ postgres, s3 }: Engines, env: Readonly<Record<string, string>> = {}) {
  const program = startProgram(join(import.meta.dirname, 'engines.ts'), {
    cwd: import.meta.dirname,
    // The credentials that s3rver accepts by default.
    env: {
      ...{ DATABASE_URL: postgres.url, S3_URL: s3.url, BUCKET: s3.bucket, LEASE_MS: '1000' },
      ...{ S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER', ...env },
    },
  })
  const [, port] = await program.waitFor(/READY (\d+)/)
  return {
    program,
    ask: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
    async kill() {
      program.stop('SIGKILL')
      await program.ended
    },
  }
}

const post = (body: string | FormData = ''): RequestInit => ({ method: 'POST', body })
const photo = (content: string): FormData => {
  const form = new FormData()
  form.set('photo', new Blob([content]), 'photo.png')
  return form
}
const cookieOf = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

test.skipIf(NO_POSTGRES !== undefined)(
  `sessions in a PostgreSQL outlive the process that made them, and a crash of the database${SKIPPED}`,
  async () => {
    const engines = await prepare()
    const [one, two] = await Promise.all([startProcess(engines), startProcess(engines)])
    const headers = { cookie: cookieOf(await one.ask('/log-in/ada', post())) }
    const out = { cookie: cookieOf(await one.ask('/log-in/bob', post())) }
    await one.kill()
    expect(await (await two.ask('/me', { headers })).json()).toBe('ada')
    expect((await two.ask('/log-out', { ...post(), headers: out })).status).toBe(204)

    await engines.postgres.stop()
    expect((await two.ask('/me', { headers })).status).toBe(503)
    expect((await two.ask('/me')).status).toBe(200)
    expect((await two.ask('/jobs', post('lost'))).status).toBe(503)
    await engines.postgres.start()
    await expect.poll(async () => (await two.ask('/me', { headers })).status).toBe(200)
    expect(await (await two.ask('/me', { headers })).json()).toBe('ada')
    expect(await (await two.ask('/me', { headers: out })).json()).toBe(null)
    two.program.stop()
    expect(await two.program.ended).toBe(0)
  },
)

test.skipIf(NO_POSTGRES !== undefined)(
  `a job in a PostgreSQL is stored if and only if the order in the same transaction is stored, and outlives a killed process${SKIPPED}`,
  async () => {
    const engines = await prepare()
    const stuck = await startProcess(engines, { IS_STUCK: 'yes' })
    expect((await stuck.ask('/orders/7', post())).status).toBe(201)
    await stuck.program.waitFor(/TAKEN order 7\./)
    expect((await stuck.ask('/orders/7', post())).status).toBe(409)
    await stuck.kill()
    const lease = { LEASE_MS: '60000' }
    const [one, two] = await Promise.all([startProcess(engines, lease), startProcess(engines, lease)])
    const taken = () => `${one.program.output()}${two.program.output()}`.match(/(?<=TAKEN )[\w ]+/g) ?? []
    await expect.poll(taken).toEqual(['order 7'])
    const all = Array.from({ length: 40 }, (_, number) => `bake ${number}`)
    const asked = await Promise.all(all.map((job, number) => (number % 2 ? one : two).ask('/jobs', post(job))))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([202]))
    await expect.poll(async () => (await two.ask('/jobs')).json()).toBe(0)
    expect(taken().toSorted()).toEqual(['order 7', ...all].toSorted())
  },
)

test.skipIf(NO_POSTGRES !== undefined)(
  `a file that one process has put into S3 can be read by another process, and half of an upload never becomes a file${SKIPPED}`,
  async () => {
    const engines = await prepare()
    const [one, two] = await Promise.all([startProcess(engines), startProcess(engines)])
    const [name] = (await (await one.ask('/files', post(photo('a photo')))).json()) as string[]
    // The process is killed in the middle of an upload, and no object in the bucket contains the first half.
    const half = new ReadableStream({
      start(controller) {
        controller.enqueue(
          new TextEncoder().encode('--x\r\ncontent-disposition: form-data; name=a; filename=b\r\n\r\nha'),
        )
      },
    })
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const sent = one.ask('/files', { method: 'POST', body: half, duplex: 'half', headers: type } as RequestInit)
    const broken = expect(sent).rejects.toThrow()
    await one.program.waitFor(/A FILE[\s\S]*A FILE/)
    await one.kill()
    await broken
    expect(await (await two.ask(`/files/${name}`)).text()).toBe('a photo')
    expect((await two.ask('/files/other')).status).toBe(404)
    expect(engines.s3.objects()).toHaveLength(1)

    await engines.s3.stop()
    expect((await two.ask(`/files/${name}`)).status).toBe(503)
    expect((await two.ask('/files', post(photo('lost')))).status).toBe(503)
    await engines.s3.start()
    expect(await (await two.ask(`/files/${name}`)).text()).toBe('a photo')
  },
)
