import { createServer as createNodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from '@app/core'
import { expect, onTestFinished, test, vi } from 'vitest'

/** A port that was free a moment ago: the issuer has to know it before its server listens. */
async function freePort(): Promise<number> {
  const server = createNodeServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a client gets a token for its id and secret, and reaches the API with it', async () => {
  // The provider warns that its connection has no TLS.
  for (const name of ['warn', 'info'] as const) vi.spyOn(console, name).mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  vi.stubEnv('ISSUER', `${origin}/oauth`)
  const { default: app } = await import('./oauth-server.ts')
  const server = await createServer(app).listen({ port, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close()))
  const ask = (secret: string) =>
    fetch(`${origin}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`reports:${encodeURIComponent(secret)}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'reports' }),
    })
  expect((await ask('another secret')).status).toBe(401)
  const { access_token } = (await (await ask('a secret of the client')).json()) as { access_token: string }
  const read = async (token: string) => {
    const response = await fetch(`${origin}/reports`, { headers: { authorization: `Bearer ${token}` } })
    return [response.status, response.ok && (await response.json())]
  }
  expect(await read(access_token)).toEqual([200, { for: 'reports' }])
  expect(await read(`${access_token.slice(0, -5)}AAAAA`)).toEqual([401, false])
  const about = (await (await fetch(`${origin}/oauth/.well-known/openid-configuration`)).json()) as {
    token_endpoint: string
  }
  expect(about.token_endpoint).toBe(`${origin}/oauth/token`)
})
