import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { onTestFinished, vi } from 'vitest'
import { type Browser, type Page, SITE } from './browser.test.helper.ts'
import { CLIENT_SECRET } from './site.test.helper.ts'

/** Starts a real OpenID provider on loopback, at which everybody logs in with any password. */
export async function realProvider(client: object = {}): Promise<string> {
  // The provider warns that its keys and its pages are those of development, and of a connection without TLS.
  const quiet = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')].map((spy) => spy.mockReturnValue())
  onTestFinished(() => {
    for (const spy of quiet) spy.mockRestore()
  })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'app',
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${SITE}/log-in/acme/callback`],
        post_logout_redirect_uris: [`${SITE}/`],
        ...client,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@acme.example`, email_verified: true }),
    }),
  })
  server.on('request', provider.callback())
  return issuer
}

/** Fills in the forms of the provider, until it sends the browser back: returns the URL of the callback. */
export async function confirm(browser: Browser, at: Page, user: string): Promise<string> {
  const isCallback = (url: string) => url.startsWith(SITE)
  let page = at
  for (let count = 0; count < 4 && !isCallback(page.url); count++) {
    const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? ''
    const action = new URL(/action="([^"]+)"/.exec(page.text)?.[1] ?? '', page.url).href
    page = await browser.go(action, { prompt, login: user, password: 'any' }, isCallback)
  }
  return page.url
}

/** Logs in at the provider `acme`, beginning at a path of the application. */
export async function logsIn(browser: Browser, user: string, path = '/log-in/acme'): Promise<Page> {
  const back = (url: string) => url.includes('/callback?')
  const page = await browser.go(path, undefined, back)
  return browser.go(back(page.url) ? page.url : await confirm(browser, page, user))
}
