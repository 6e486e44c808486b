import { isPassword } from '@app/authentication/passwords'
import { expect, test } from 'vitest'
import { accounts } from './accounts.ts'
import { sent } from './mail.ts'
import app from './reset-password.ts'

async function ask(target: string, fields?: Record<string, string>): Promise<[status: number, said: string]> {
  const url = new URL(target, 'https://www.site.example')
  const headers = { 'sec-fetch-site': 'same-origin' }
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields), headers } : { headers }
  const response = await app.fetch(new Request(url, init))
  return [response.status, response.headers.get('location') ?? (await response.text())]
}

async function linkFor(email: string): Promise<string> {
  expect((await ask('/forgotten', { email }))[0]).toBe(200)
  return sent.at(-1)?.text ?? ''
}

test('a mailed link sets a new password once, also if scanners of mail have opened it and a wrong form was sent', async () => {
  const link = await linkFor('ada@site.example')
  for (let scan = 0; scan < 3; scan++) expect((await ask(link))[0]).toBe(200)
  expect((await ask(link, { password: 'short' }))[0]).toBe(422)
  expect(await ask(link, { password: 'correct horse battery' })).toEqual([303, '/log-in'])
  expect(await isPassword('correct horse battery', accounts.get('7')?.hash)).toBe(true)
  expect((await ask(link))[0]).toBe(410)
  expect((await ask(link, { password: 'another long password' }))[0]).toBe(410)
  expect(await isPassword('correct horse battery', accounts.get('7')?.hash)).toBe(true)
})

test('of two uses of a link at once exactly one sets its password', async () => {
  const link = await linkFor('ada@site.example')
  const answers = await Promise.all([1, 2].map((each) => ask(link, { password: `a new long password ${each}` })))
  expect(answers.map(([status]) => status).toSorted()).toEqual([303, 410])
})

test('an earlier link ends when a later one has set a password', async () => {
  const [earlier, later] = [await linkFor('ada@site.example'), await linkFor('ada@site.example')]
  expect((await ask(later, { password: 'one more long password' }))[0]).toBe(303)
  expect((await ask(earlier))[0]).toBe(410)
})

test('for an address without an account no mail is sent, and the response is the same', async () => {
  const before = sent.length
  expect(await ask('/forgotten', { email: 'eve@site.example' })).toEqual(
    await ask('/forgotten', { email: 'bob@site.example' }),
  )
  expect(sent).toHaveLength(before)
})
