import { configProvider as authentication, type Identity } from '@app/authentication'
import { configProvider as atOthers, type OidcClaims, type OidcLogIn } from '@app/authentication-oidc'
import { configProvider as authorization } from '@app/authorization'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core, createServer, json, type ServerRequest } from '@app/core'
import { configProvider as csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { configProvider as session } from '@app/session'
import { expect, onTestFinished, test, vi } from 'vitest'
import { identify } from './accounts.ts'
import own from './config.ts'

async function configured(): Promise<Application> {
  const router = { dependencies: { services: { '@app/router/RouterInterface': new FindMyWayRouter() } } }
  const steps = {
    middleware_pipeline: {
      routing: { middleware: Application.ROUTING_MIDDLEWARE },
      dispatch: { middleware: Application.DISPATCH_MIDDLEWARE },
    },
  }
  const config = defineConfig([core, session, csrf, authentication, authorization, atOthers, router, steps, own])
  const env = { APP_SECRET: 'only for the tests of this page, 7', GOOGLE_ID: 'id', GOOGLE_SECRET: 'secret' }
  return createContainer(await resolveConfig(config, { env })).get(Application.SERVICE)
}

/** Starts an issuer that has metadata alone, and imports the application in code, which logs in there. */
async function inCode(): Promise<{ app: Application; issuer: string }> {
  const metadata = new Application().pipe(({ url }) => {
    const { origin } = new URL(url)
    return json({ issuer: origin, authorization_endpoint: `${origin}/authorize` })
  })
  const server = await createServer(metadata).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close({ grace: 0 })))
  const issuer = `http://127.0.0.1:${server.address?.port}`
  vi.stubEnv('ISSUER', issuer)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { app: (await import('./in-code.ts')).default, issuer }
}

const ask = async (app: Application, path: string) => {
  const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
  const response = await app.fetch(new Request(`https://notes.example${path}`, { headers }))
  return [response.status, response.headers.get('location') ?? (await response.text())]
}

test('a visitor of a guarded page gets the log-in page, which links to the providers and then back', async () => {
  const { app, issuer } = await inCode()
  for (const one of [app, await configured()]) {
    await one.check()
    expect(await ask(one, '/account?page=2')).toEqual([303, '/log-in?return=%2Faccount%3Fpage%3D2'])
    const [, page] = await ask(one, '/log-in?return=%2Faccount%3Fpage%3D2')
    expect(page).toContain('<a href="/log-in/google?return=%2Faccount%3Fpage%3D2">')
  }
  const [status, target] = await ask(app, '/log-in/keycloak?return=/account')
  expect([status, String(target).split('?')[0]]).toEqual([303, `${issuer}/authorize`])
})

test('an account belongs to an issuer and a subject, and Google users of other domains are refused', async () => {
  const logsIn = (claims: Partial<OidcClaims>) =>
    identify(claims as OidcClaims, {} as ServerRequest, {} as OidcLogIn) as Identity | undefined
  const google = 'https://accounts.google.com'
  const ada = logsIn({ iss: google, sub: '7', name: 'Ada', hd: 'acme.example' })
  expect(ada).toMatchObject({ name: 'Ada' })
  expect(logsIn({ iss: google, sub: '7', hd: 'acme.example' })).toEqual(ada)
  expect(logsIn({ iss: 'https://id.acme.example', sub: '7' })?.id).not.toBe(ada?.id)
  expect(logsIn({ iss: google, sub: '7', hd: 'evil.example' })).toBeUndefined()
  expect(logsIn({ iss: google, sub: '8' })).toBeUndefined()
})
