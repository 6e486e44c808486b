import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand, startCommand } from '../run-program.ts'
import { makeCertificate } from './certificate.ts'

const BIN = join(import.meta.dirname, '../../node_modules/.bin')
const cwd = import.meta.dirname

test.each([
  ['Bun', 'bun', ['run']],
  ['Deno', 'deno', ['run', '-A']],
])('on %s the option workers is refused, with an error that names the runtime', async (name, command, args) => {
  const { code, stderr } = await runCommand(join(BIN, command), [...args, 'workers.ts'], { cwd })
  expect(stderr).toContain(`"workers" needs node:cluster, which ${name} lacks or only imitates. Leave "workers" out`)
  expect(code).toBe(1)
})

test('on Bun a server speaks TLS, and the option http2 is refused, with an error that names the option', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bun-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { cert, certFile, keyFile } = makeCertificate(folder)
  const env = { CERT_OPTION: certFile, KEY_OPTION: keyFile }
  const program = startCommand(join(BIN, 'bun'), ['run', 'listens.ts'], { cwd, env })
  const [, port] = await program.waitFor(/Listening on https:\/\/localhost:(\d+) /)
  const body = await new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port, ca: cert, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve)
    }).on('error', reject)
  })
  expect(body).toBe('hello')
  program.stop()
  expect(await program.ended).toBe(0)
  const refused = await runCommand(join(BIN, 'bun'), ['run', 'listens.ts'], { cwd, env: { ...env, HTTP2_OPTION: '1' } })
  expect(refused.stderr).toContain('"http2" needs the server of node, which this platform only imitates. Leave it out.')
})
