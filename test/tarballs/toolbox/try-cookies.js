import { COOKIES, cookies } from '@app/cookies'
import { Application, text } from '@app/core'

/**
 * Sets a plain, a signed and a sealed cookie on the answer to an error, and reads them back; then reads them with a
 * forged value of the signed cookie.
 */
export async function tryCookies() {
  const app = new Application({ onError: () => undefined }).pipe(cookies({ secret: 'toolbox'.repeat(5) }))
  app.pipe('/set', (request) => {
    const jar = request.attribute(COOKIES)
    jar.set('plain', 'ü')
    jar.set('signed', '7', { signed: true })
    jar.set('sealed', 'hidden', { sealed: true })
    throw new Error('answered further out')
  })
  app.pipe(async (request) => {
    const jar = request.attribute(COOKIES)
    return text([jar.get('plain'), await jar.getSigned('signed'), await jar.getSealed('sealed')].join())
  })
  const answer = await app.fetch(new Request('https://localhost/set'))
  const cookie = answer.headers.getSetCookie().map((header) => header.split(';')[0])
  const headers = { cookie: cookie.join('; ') }
  const forged = { cookie: headers.cookie.replace('signed=7', 'signed=8') }
  const read = async (headers) => (await app.fetch(new Request('https://localhost/', { headers }))).text()
  return [answer.status, await read(headers), await read(forged)]
}
