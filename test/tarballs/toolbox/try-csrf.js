import { Application, text } from '@app/core'
import { CSRF, csrf } from '@app/csrf'

/**
 * Refuses a POST from another site, and a POST without a token; accepts a POST of the same origin, and a POST with the
 * token of a form.
 */
export async function tryCsrf() {
  const app = new Application({ onError: () => undefined }).pipe(csrf({ secret: 'toolbox'.repeat(5) }))
  app.pipe(async (request) => text(request.method === 'GET' ? await request.attribute(CSRF).token() : 'written'))
  const page = await app.fetch(new Request('https://localhost/'))
  const token = await page.text()
  const cookie = page.headers.getSetCookie()[0].split(';')[0]
  const write = async (headers, body) => {
    const answer = await app.fetch(new Request('https://localhost/', { method: 'POST', headers, body }))
    return [answer.status, await answer.text()].join(' ')
  }
  return [
    await write({ 'sec-fetch-site': 'cross-site' }),
    await write({ 'sec-fetch-site': 'same-origin' }),
    await write({ cookie }),
    await write({ cookie }, new URLSearchParams({ csrf: token })),
  ]
}
