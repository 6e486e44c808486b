import { expect, test } from 'vitest'
import { invoices, withRows } from './invoices.ts'

async function post(fields: Record<string, string> | [string, string][]): Promise<[status: number, page: string]> {
  const response = await withRows.request('/invoices', { method: 'POST', body: new URLSearchParams(fields) })
  return [response.status, await response.text()]
}

const right: [string, string][] = [
  ['customer', 'Acme'],
  ['address.city', 'Bern'],
  ['kind', 'goods'],
  ['send', 'mail'],
  ['items[0].text', 'Tea'],
  ['items[0].amount', '2.5'],
]

test('an invoice with rows is read as a map with lists', async () => {
  expect((await post([...right, ['items[7].text', 'Milk'], ['items[7].amount', '1']]))[0]).toBe(303)
  expect(invoices.at(-1)).toEqual({
    customer: 'Acme',
    address: { city: 'Bern' },
    kind: 'goods',
    send: ['mail'],
    items: [
      { text: 'Tea', amount: 2.5 },
      { text: 'Milk', amount: 1 },
    ],
  })
})

test('a wrong row is shown again with its message, and the other rows with what was typed', async () => {
  const [status, page] = await post([...right, ['items[3].text', ''], ['items[3].amount', '<3']])
  expect(status).toBe(422)
  expect(page).toContain('<a href="#items-1-text">What is it?</a>')
  expect(page).toContain('id="items-1-text-problem">What is it?</span>')
  expect(page).toContain('value="&lt;3"')
  expect(page).toContain('<input type="text" id="items-0-text" name="items[0].text" value="Tea"')
})

test('a button adds a row or removes one, and keeps what was typed without messages', async () => {
  const [status, more] = await post([...right, ['add', 'items']])
  expect([status, more.includes('name="items[1].text"'), more.includes('role="alert"')]).toEqual([200, true, false])
  const [, less] = await post([...right, ['items[1].text', 'Milk'], ['remove', '0']])
  expect(less).toContain('name="items[0].text" value="Milk"')
  expect(less).not.toContain('Tea')
})

test('the empty form has what the schema demands, and a form without items says so', async () => {
  const page = await (await withRows.request('/invoices')).text()
  expect(page).toContain(
    '<input type="text" id="customer" name="customer" value="" autocomplete="organization" maxlength="80" required>',
  )
  expect(page).toContain('<select id="kind" name="kind" required>')
  const [status, again] = await post({ customer: 'Acme' })
  expect([status, again.includes('<a href="#items">')]).toEqual([422, true])
})
