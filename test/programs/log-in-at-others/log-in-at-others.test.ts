import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIssuer } from '@app/authentication-oidc/testing'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../run-program.ts'

test('a log-in that one process begins is ended by another, after the first one was killed', async () => {
  const issuer = await startIssuer()
  const folder = mkdtempSync(join(tmpdir(), 'log-in-'))
  onTestFinished(async () => {
    await issuer.close()
    rmSync(folder, { recursive: true })
  })
  const startProcess = async () => {
    const env = { ISSUER: issuer.url, FOLDER: folder }
    const program = startProgram(join(import.meta.dirname, 'program.ts'), { cwd: import.meta.dirname, env })
    const [, port] = await program.waitFor(/READY (\d+)/)
    return { program, url: `http://127.0.0.1:${port}` }
  }
  const [one, two] = await Promise.all([startProcess(), startProcess()])
  let cookie = ''
  const ask = async (url: string) => {
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response.headers.get('location') ?? response.text()
  }
  const target = await ask(`${one.url}/log-in/acme?return=/me`)
  one.program.stop('SIGKILL')
  await one.program.ended
  const back = new URL(await issuer.visit(target))
  expect(back.origin).toBe('https://app.example')
  expect(await ask(`${two.url}${back.pathname}${back.search}`)).toBe('/me')
  expect(await ask(`${two.url}/me`)).toBe(`${issuer.url} ada`)
})
