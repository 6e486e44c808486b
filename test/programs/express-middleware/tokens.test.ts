import { IDENTITY, identityOf } from '@app/authentication'
import { json } from '@app/core'
import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import app from './tokens.ts'

app.get('/me', (request) => json(identityOf(request)))
app.get('/', (request) => json(request.attribute(IDENTITY)?.id ?? 'a stranger'))

const valid = jwt.sign({ sub: 'ada' }, 'superSecret')

test.each([
  ['no header', undefined, [401, 'Token'], [200, '"a stranger"']],
  ['another scheme', 'Basic eDp5', [401, 'Token'], [200, '"a stranger"']],
  ['a valid token', `Token ${valid}`, [200, null], [200, '"ada"']],
  ['a token of another secret', `Token ${jwt.sign({ sub: 'eve' }, 'another')}`, [401, 'Token'], [401, 'Unauthorized']],
  [
    'a token without a signature',
    `Token ${jwt.sign({ sub: 'eve' }, '', { algorithm: 'none' })}`,
    [401, 'Token'],
    [401, 'Unauthorized'],
  ],
  ['a token without a subject', `Token ${jwt.sign({}, 'superSecret')}`, [401, 'Token'], [200, '"a stranger"']],
  ['the scheme alone', 'Token', [401, 'Token'], [401, 'Unauthorized']],
])('the authenticator of docs/coming-from-express.md answers %s', async (_what, authorization, mine, front) => {
  const init = authorization === undefined ? {} : { headers: { authorization } }
  const me = await app.request('/me', init)
  expect([me.status, me.headers.get('www-authenticate')]).toEqual(mine)
  const page = await app.request('/', init)
  expect([page.status, await page.text()]).toEqual(front)
})
