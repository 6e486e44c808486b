import type { Visitor } from '@app/testing'
import { expect, test } from 'vitest'
import { notice, noticeboard, visitorOf } from '../../test/noticeboard.ts'

const QUERY = 'query ($search: String) { teams { name notices(search: $search) { title by } } }'

function ask(visitor: Visitor, variables: object = {}) {
  const body = JSON.stringify({ query: QUERY, variables })
  return visitor.request('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

test('a query returns only the teams of the user who sends it', async () => {
  const { person } = await noticeboard()
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  await ada.post('/teams', { name: 'Red' })
  for (const title of ['Tea', 'Milk']) await ada.post('/teams/red-1/notices', notice(title))
  const { body: text } = await ask(ada, { search: 'tea' })
  expect(JSON.parse(text)).toEqual({ data: { teams: [{ name: 'Red', notices: [{ title: 'Tea', by: 'Ada' }] }] } })
  expect(JSON.parse((await ask(bob)).body)).toEqual({ data: { teams: [] } })
})

test('a visitor who has not logged in gets no response to a query', async () => {
  const { app } = await noticeboard()
  expect((await ask(visitorOf(app))).status).toBe(401)
})

test('the response of Yoga to a wrong query has our security headers', async () => {
  const { person } = await noticeboard()
  const ada = await person('Ada')
  const {
    status,
    body: text,
    headers,
  } = await ada.request('/graphql?query={nonsense}', {
    headers: { accept: 'application/json' },
  })
  expect([status, text]).toEqual([expect.any(Number), expect.stringContaining('Cannot query field')])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a page of another origin may not read the response to a query', async () => {
  const { person } = await noticeboard()
  const ada = await person('Ada')
  const { headers } = await ada.request('/graphql?query={teams{name}}', {
    headers: { accept: 'application/json', origin: 'https://evil.noticeboard.example' },
  })
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test.each([
  [
    'one field under 100 aliases',
    `{ ${Array.from({ length: 100 }, (_none, n) => `a${n}: teams { name }`).join(' ')} }`,
  ],
  [
    'two fields under 16 aliases',
    `{ ${Array.from({ length: 8 }, (_none, n) => `a${n}: teams { b: name }`).join(' ')} }`,
  ],
  ['3,000 fields', `{ ${'teams '.repeat(3_000)} }`],
  ['fields nested ten deep', `${'{ teams '.repeat(9)}{ name }${' }'.repeat(9)}`],
  [
    'types of the schema, nested four deep',
    `{ __schema ${'{ types { fields { type '.repeat(4)}{ name }${' } } }'.repeat(4)} }`,
  ],
])('a query that asks for %s is refused before it is run', async (_what, query) => {
  const { person } = await noticeboard()
  const ada = await person('Ada')
  await ada.post('/teams', { name: 'Red' })
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const { body: text } = await ada.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
  const { data, errors } = JSON.parse(text)
  expect([data ?? undefined, errors.map(({ message }: Error) => message).join()]).toEqual([
    undefined,
    expect.stringMatching(/limit|exceeded/i),
  ])
})
