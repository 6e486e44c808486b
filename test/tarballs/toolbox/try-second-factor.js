import { authentication, IDENTITY, logIn, sessionAuthenticator } from '@app/authentication'
import { secondFactor } from '@app/authentication/second-factor'
import { Application, text } from '@app/core'
import { session } from '@app/session'

const SECRET = 'toolbox'.repeat(5)

/** Adds a second factor, and logs in with a recovery code: half after the password, and whole after the code. */
export async function trySecondFactor() {
  let kept = null
  const store = {
    read: () => kept,
    replace: (_user, before, after) => {
      if (kept !== before) return false
      kept = after
      return true
    },
  }
  const factor = secondFactor({ issuer: 'Notes', secret: SECRET, store })
  let recovery = []
  const app = new Application()
    .pipe(session({ secret: SECRET }))
    .pipe(authentication({ authenticators: [sessionAuthenticator()] }))
    .pipe(async (request) => {
      if (request.path === '/in') logIn(request, { id: 'eve' })
      if (request.path === '/password') return factor.enter(request, { id: 'eve' })
      if (request.path === '/code') await factor.finish(request, recovery[0])
      if (request.path === '/begin') return text((await factor.begin(request, 'eve')).secret)
      if (request.path === '/add') recovery = (await factor.add(request, request.query.get('code'))).recoveryCodes
      return text(request.attribute(IDENTITY)?.id ?? `half ${factor.halfOf(request)?.id}`)
    })
  const browser = () => {
    let cookie = ''
    return async (path) => {
      const answer = await app.fetch(new Request(`https://localhost${path}`, { headers: { cookie } }))
      const [set = cookie] = answer.headers.getSetCookie()
      cookie = set.split(';')[0]
      return answer.headers.get('location') ?? answer.text()
    }
  }
  const [one, two] = [browser(), browser()]
  await one('/in')
  await one(`/add?code=${await codeOf(await one('/begin'))}`)
  const steps = [await two('/password'), await two('/'), (await two('/code')) && (await two('/'))]
  return [recovery.length, ...steps, await factor.check('eve', recovery[0])]
}

async function codeOf(secret) {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = new Uint8Array(
    bits
      .join('')
      .match(/.{8}/g)
      .map((byte) => Number.parseInt(byte, 2)),
  )
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const step = new DataView(new ArrayBuffer(8))
  step.setUint32(4, Math.floor(Date.now() / 30_000))
  const digest = new DataView(await crypto.subtle.sign('HMAC', key, step))
  return String((digest.getUint32(digest.getUint8(19) & 15) & 0x7fffffff) % 1e6).padStart(6, '0')
}
