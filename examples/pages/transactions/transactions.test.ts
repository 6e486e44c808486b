import { expect, test, vi } from 'vitest'
import audit from './audit-log.ts'
import bank, { sent } from './bank.ts'
import bookings from './bookings.ts'
import logIn from './log-in.ts'
import requestServices, { ended } from './request-services.ts'

test('a transfer that fails has written nothing and sent nothing, also beside others', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await bank.request('/accounts', { method: 'PUT' })
  const transfer = (path: string) => bank.request(`/transfers/${path}`, { method: 'POST' })
  const answers = await Promise.all(['ada/bob/4', 'ada/bob/40', 'eve/bob/1', 'ada/bob/2'].map(transfer))
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 404, 200])
  expect(await (await bank.request('/accounts')).json()).toEqual([
    { name: 'ada', amount: 4 },
    { name: 'bob', amount: 6 },
  ])
  expect(sent).toEqual(['bob has got 4 from ada', 'bob has got 2 from ada'])
  log.mockRestore()
})

test('while passwords are hashed, others write', async () => {
  const ended: string[] = []
  const ask = async (path: string, body: string | URLSearchParams) => {
    const { status } = await logIn.request(path, { method: 'POST', body })
    ended.push(`${path} ${status}`)
  }
  const form = (password: string) => new URLSearchParams({ name: 'ada', password })
  for (const password of ['correct horse', 'other']) await ask('/sign-up', form(password))
  const guesses = ['correct horse', ...Array(2).fill('guess')].map((password) => ask('/log-in', form(password)))
  await Promise.all([...guesses, ask('/notes', 'Tea')])
  expect(ended.slice(0, 3)).toEqual(['/sign-up 201', '/sign-up 409', '/notes 201'])
  expect(ended.slice(3).sort()).toEqual(['/log-in 204', ...Array(2).fill('/log-in 422')])
})

test('what is taken is answered by 409, whether a row is added or changed, and the transaction writes nothing', async () => {
  const ask = async (method: string, path: string) => {
    const response = await bookings.request(`/rooms/${path}`, { method })
    return `${response.status} ${await response.text()}`
  }
  const made = await Promise.all(['blue/1', 'blue/1', 'blue/2'].map((path) => ask('POST', path)))
  expect(made).toEqual(['201 ', '409 The room is taken.', '201 '])
  expect(await ask('PUT', 'blue/1/2')).toBe('409 The room is taken.')
  expect([await ask('PUT', 'blue/1/3'), await ask('PUT', 'blue/1/4')]).toEqual(['204 ', '404 '])
})

test('the audit log has a row for each change that was kept, with the user, and none for one that was refused', async () => {
  const ask = (method: string, path: string, user = 'ada') =>
    audit.request(path, { method, headers: { 'x-user': user } })
  const statuses = []
  for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE']) statuses.push((await ask(method, '/notes/7', 'bob')).status)
  expect(statuses).toEqual([201, 409, 204, 404])
  expect(await (await ask('GET', '/audit')).json()).toEqual([
    { who: 'bob', what: 'note.added', path: '/notes/7' },
    { who: 'bob', what: 'note.deleted', path: '/notes/7' },
  ])
})

test('a request that asks for services has its own, which end with the request; others have none', async () => {
  const ask = async (path: string, user: string) =>
    (await requestServices.request(path, { headers: { 'x-user': user } })).json()
  expect(await Promise.all([ask('/cart', 'ada'), ask('/cart', 'bob'), ask('/', 'eve')])).toEqual([
    ['Tea and more', 'ada', true],
    ['Tea and more', 'bob', true],
    'no services',
  ])
  await expect.poll(() => [...ended].sort()).toEqual(['ada', 'bob'])
})
