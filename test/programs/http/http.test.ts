import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../hostile/raw-exchange.ts'
import { freePort, type Program, startProgram } from '../run-program.ts'

async function started(file: string, env = {}): Promise<{ program: Program; port: number }> {
  const PORT = String(await freePort())
  const program = startProgram(join(import.meta.dirname, file), { cwd: import.meta.dirname, env: { ...env, PORT } })
  await program.waitFor(/Listening on http:\/\/(?:localhost|127\.0\.0\.1):\d+/)
  return { program, port: Number(PORT) }
}

test('a program of one handler serves requests, and stops gracefully on SIGTERM', async () => {
  const { program, port } = await started('program.ts')
  const { bytes } = await ask(port, '/a/../b')
  expect(bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*You asked for \/b$/)
  program.stop('SIGTERM')
  expect(await program.ended).toBe(0)
})

test.each([
  ['production', /"message":"later".*A promise was rejected, and nobody awaited it/],
  [
    'development',
    /pipe 1 called its handler and answered without waiting for it. The handler failed later: Error: later/,
  ],
])(
  'in %s, if middleware ignores a promise that rejects, the error is logged, and the program goes on',
  async (NODE_ENV, said) => {
    const { program, port } = await started('dropping.ts', { NODE_ENV })
    expect((await ask(port, '/')).bytes).toMatch(/early$/)
    await program.waitFor(said)
    expect((await ask(port, '/')).bytes).toMatch(/early$/)
    program.stop('SIGTERM')
    expect(await program.ended).toBe(0)
  },
)

test.each(['eighty', '70000', '-1'])('the value %s of PORT is refused, and the program ends', async (PORT) => {
  const program = startProgram(join(import.meta.dirname, 'program.ts'), { cwd: import.meta.dirname, env: { PORT } })
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain(`The variable PORT must be an integer from 0 to 65535, got "${PORT}"`)
})

test('in development a log line says why a request was refused, and in production none does', async () => {
  const said = /POST \/json 400: .*not valid JSON/
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'no' }
  for (const NODE_ENV of ['development', 'production']) {
    const { program, port } = await started('reading.ts', { NODE_ENV })
    expect((await fetch(`http://127.0.0.1:${port}/json`, post)).status).toBe(400)
    if (NODE_ENV === 'development') await program.waitFor(said)
    program.stop('SIGTERM')
    expect(await program.ended).toBe(0)
    if (NODE_ENV === 'production') expect(program.output()).not.toMatch(said)
  }
})
