import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram } from '../run-program.ts'

test('after SIGTERM a program reports that it is not ready, while it still answers requests that have begun to arrive', async () => {
  const program = startProgram(join(import.meta.dirname, 'probed.ts'), { cwd: import.meta.dirname, env: {} })
  const [, port] = await program.waitFor(/READY (\d+)/)
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
  const long = fetch(`http://127.0.0.1:${port}/long`).then((answer) => answer.text())
  await program.waitFor(/STARTED/)
  // A request whose headers have begun, so that its connection is not closed for being idle. A complete request is sent
  // before it, in the same packet: the response to that request shows that the server has read both.
  const probe = connect(Number(port), '127.0.0.1')
  probe.write('GET /health/live HTTP/1.1\r\nHost: probe\r\n\r\nGET /health/ready HTTP/1.1\r\nHost: probe\r\n')
  let said = ''
  probe.setEncoding('utf8').on('data', (part) => {
    said += part
  })
  const ended = once(probe, 'end')
  await expect.poll(() => said, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 200 /)
  program.stop('SIGTERM')
  await program.waitFor(/STOPPING/)
  probe.write('\r\n')
  await ended
  expect(said).toMatch(/HTTP\/1\.1 503 [\s\S]*\{"status":"stopping"\}/)
  expect([await long, await program.ended]).toEqual(['done', 0])
})
