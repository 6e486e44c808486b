import { expect, test, vi } from 'vitest'
import app from './tokens.ts'

const ask = async (method: string, path: string, authorization: string) => {
  const response = await app.request(path, { method, headers: { authorization } })
  return { status: response.status, said: response.status === 200 ? await response.json() : undefined }
}
const password = (text: string) => `Basic ${btoa(`ada:${text}`)}`
const newToken = async () => {
  const { said } = await ask('POST', '/tokens', password('correct horse battery'))
  return `Bearer ${(said as { token: string }).token}`
}

test('a user with a password gets a token, which is worthless once it is revoked or its time is over', async () => {
  expect((await ask('POST', '/tokens', password('wrong'))).status).toBe(401)
  const [token, other] = [await newToken(), await newToken()]
  expect(await ask('GET', '/api/me', token)).toEqual({ status: 200, said: { name: 'Ada' } })
  expect((await ask('POST', '/tokens', token)).status).toBe(401)
  expect((await ask('DELETE', '/api/tokens', token)).status).toBe(204)
  for (const revoked of [token, other]) expect((await ask('GET', '/api/me', revoked)).status).toBe(401)
  const next = await newToken()
  expect((await ask('GET', '/api/me', next)).status).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 16 * 60_000)
  expect((await ask('GET', '/api/me', next)).status).toBe(401)
  vi.useRealTimers()
})
