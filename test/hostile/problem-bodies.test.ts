import { gzipSync } from 'node:zlib'
import { bodyParser, PARSED_BODY } from '@app/body-parser'
import { Application, json } from '@app/core'
import { problemDetails } from '@app/problem-details'
import { expect, test } from 'vitest'

const app = new Application({ onError: () => undefined })
  .pipe(problemDetails({ listeners: [] }))
  .pipe(bodyParser({ limit: 1_000 }))
  .pipe((request) => json({ body: request.attribute(PARSED_BODY) ?? null }))

test.each([
  ['too large', 413, 'application/json', `"${'hunter2'.repeat(1_000)}"`],
  ['too large once it is inflated', 413, 'application/json', gzipSync(`"${'hunter2'.repeat(1_000)}"`)],
  ['of a malformed type', 415, 'hunter2', 'hunter2'],
  ['of another charset', 415, 'text/plain; charset=hunter2', 'hunter2'],
  ['cut', 400, 'application/json', '{"hunter2":'],
  ['JSON with the key __proto__', 400, 'application/json', '{"__proto__":{"hunter2":1}}'],
  ['no UTF-8', 400, 'text/plain', Buffer.from([0x68, 0xff])],
])(
  'a body that is %s is answered with problem details of the status %i, which quote no word of it',
  async (_how, status, type, body) => {
    const headers = {
      'content-type': type,
      ...(typeof body !== 'string' && type === 'application/json' && { 'content-encoding': 'gzip' }),
      accept: 'application/json',
    }
    const response = await app.request('/', { method: 'POST', body, headers })
    const answer = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
    expect(JSON.parse(answer)).toMatchObject({ status })
    expect(answer).not.toMatch(/hunter2|\n\s+at /)
  },
)
