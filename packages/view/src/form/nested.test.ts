import { SCHEMA_VALIDATOR, type SchemaValidator } from '@app/body-parser'
import { Application, redirect } from '@app/core'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { form, type ReadFormOptions, readForm, type SentForm } from '../index.ts'

const Invoice = z.object({
  title: z.string().min(1, 'An invoice has a title.'),
  address: z.object({ city: z.string().min(1, 'Where?') }),
  items: z
    .array(z.object({ text: z.string().min(1, 'What?'), tags: z.array(z.string()).default([]) }))
    .min(1, 'No items.'),
})

async function sent<S extends StandardSchemaV1>(
  schema: S,
  body: string | FormData,
  options: ReadFormOptions = {},
): Promise<SentForm<StandardSchemaV1.InferOutput<S>>> {
  let result: SentForm<StandardSchemaV1.InferOutput<S>> | undefined
  const app = new Application().pipe(async (request) => {
    result = await readForm(request, schema, { nested: true, ...options })
    return redirect('/', 303)
  })
  await app.request('/', { method: 'POST', body: typeof body === 'string' ? new URLSearchParams(body) : body })
  return result as SentForm<StandardSchemaV1.InferOutput<S>>
}

async function statusOf(body: string | URLSearchParams, options: ReadFormOptions = {}): Promise<number> {
  const app = new Application({ onError: () => undefined }).pipe(async (request) => {
    await readForm(request, Anything, { nested: true, ...options })
    return redirect('/', 303)
  })
  return (await app.request('/', { method: 'POST', body: new URLSearchParams(body) })).status
}

/** Returns what a schema gets, with ordinary objects. */
const Anything = z.unknown().transform((given) => JSON.parse(JSON.stringify(given)) as unknown)

async function given(body: string | FormData, options?: ReadFormOptions): Promise<unknown> {
  const result = await sent(Anything, body, options)
  return result.isValid ? result.value : result.form.messages
}

test('readForm() with nested gives the schema maps and lists, by names with dots or with brackets', async () => {
  expect(await given('title=A&address.city=X&address[zip]=1&items[0].text=a&items[1][text]=b&qty.17=2')).toEqual({
    title: 'A',
    address: { city: 'X', zip: '1' },
    items: [{ text: 'a' }, { text: 'b' }],
    qty: { 17: '2' },
  })
  const result = await sent(Invoice, 'title=A&address.city=X&items[0].text=a&items[0].tags=x')
  expect(result).toMatchObject({
    isValid: true,
    value: { title: 'A', address: { city: 'X' }, items: [{ text: 'a', tags: ['x'] }] },
  })
})

test('without nested, names are keys as they are', async () => {
  expect(await given('items[0].text=a&address.city=X', { nested: false })).toEqual({
    'items[0].text': 'a',
    'address.city': 'X',
  })
})

test('rows are numbered without gaps, and errors and values land on the new rows', async () => {
  const { isValid, form } = await sent(
    Invoice,
    'title=A&address.city=&items[7].text=b&items[3].text=a&items[900000000].text=',
  )
  expect(isValid).toBe(false)
  expect(form.messages).toEqual({ 'address.city': ['Where?'], 'items[2].text': ['What?'] })
  expect(form.rows('items').map((row) => form.value(`${row}.text`))).toEqual(['a', 'b', ''])
  expect(form.problems('items[2][text]')).toEqual(['What?'])
})

test('a message about a field that was not sent, about a row and about a whole list has the name of each', async () => {
  const Rows = z.object({
    lines: z.array(z.object({ a: z.string(), b: z.string() }).refine(({ a, b }) => a !== b, 'Twice.')).min(3, 'Few.'),
    who: z.object({ name: z.string('Who?') }),
  })
  const { form } = await sent(Rows, 'lines[0].a=x&lines[0].b=x&lines[1].a=y&who.x=y')
  expect(Object.keys(form.messages).sort()).toEqual(['lines', 'lines[0]', 'lines[1].b', 'who.name'])
  expect(form.problems('lines')).toEqual(['Few.'])
})

test('messages of other libraries land on the same rows', async () => {
  const Rows = v.object({ items: v.array(v.object({ text: v.pipe(v.string(), v.minLength(1, 'What?')) })) })
  const { form } = await sent(Rows, 'items[4].text=a&items[9].text=')
  expect(form.messages).toEqual({ 'items[1].text': ['What?'] })
})

test('middleware that changes messages gets the nested values and the paths of the schema', async () => {
  const seen: unknown[] = []
  const validator: SchemaValidator = (schema, value) => {
    seen.push(JSON.parse(JSON.stringify(value)))
    return schema['~standard'].validate(value) as ReturnType<(typeof schema)['~standard']['validate']>
  }
  const app = new Application().pipe((request, handler) => handler(request.withAttribute(SCHEMA_VALIDATOR, validator)))
  app.pipe(async (request) => Response.json((await readForm(request, Invoice, { nested: true })).form.messages))
  const body = new URLSearchParams('title=A&address.city=X&items[5].text=')
  expect(await (await app.request('/', { method: 'POST', body })).json()).toEqual({ 'items[0].text': ['What?'] })
  expect(seen[0]).toEqual({ title: 'A', address: { city: 'X' }, items: [{ text: '' }] })
})

test('one ticked box of several in a row is a list, and a name with [] is always a list', async () => {
  const Tags = z.object({ items: z.array(z.object({ tags: z.array(z.enum(['a', 'b'], 'Which?')) })) })
  expect(await sent(Tags, 'items[0].tags=a&items[1].tags=a&items[1].tags=b')).toMatchObject({
    value: { items: [{ tags: ['a'] }, { tags: ['a', 'b'] }] },
  })
  expect(await given('tags[]=a&items[0][tags][]=b')).toEqual({ tags: ['a'], items: [{ tags: ['b'] }] })
  const { form } = await sent(Tags, 'items[0].tags=c')
  expect(form.problems('items[0].tags')).toEqual(['Which?'])
  const listed = await sent(z.object({ tags: z.array(z.enum(['a'], 'Which?')) }), 'tags[]=c')
  expect([listed.form.problems('tags[]'), listed.form.has('tags[]', 'c')]).toEqual([['Which?'], true])
  const none = await sent(z.object({ tags: z.array(z.string(), 'None.') }), 'x=y')
  expect(none.form.problems('tags[]')).toEqual(['None.'])
})

test('a file in a row reaches the schema, and the row is still there when its file is not shown again', async () => {
  const data = new FormData()
  data.append('files[4].content', new File(['x'], 'a.txt'))
  const result = await sent(
    z.object({ files: z.array(z.object({ content: z.instanceof(File) })).min(2, 'Two.') }),
    data,
  )
  expect([result.form.rows('files'), result.form.values]).toEqual([['files[0]'], {}])
  const accepted = await sent(z.object({ files: z.array(z.object({ content: z.instanceof(File) })) }), data)
  expect(accepted.isValid && accepted.value.files[0]?.content.name).toBe('a.txt')
})

test.each([
  'a.__proto__.b=1',
  'a[__proto__][b]=1',
  '__proto__.b=1',
  'a.constructor.prototype=1',
  'a[prototype]=1',
  'a=1&a.b=2',
  'a.b=2&a=1',
  'a[0]=1&a.b=2',
  'a[]=1&a[0]=2',
  'a=1&a=2&a[0]=3',
  `${'a.'.repeat(10)}a=1`,
])('readForm() with nested answers %j with 400', async (body) => {
  expect(await statusOf(body)).toBe(400)
  expect(({} as { b?: unknown }).b).toBeUndefined()
})

test('readForm() with nested refuses more than 1,000 fields that others have read', async () => {
  const fields = Object.fromEntries(Array.from({ length: 1_001 }, (_, row) => [`a[${row}]`, 'x']))
  expect(await statusOf('', { fields })).toBe(400)
  expect(await statusOf('', { fields: { '__proto__.a': 'x' } })).toBe(400)
})

test('a name that is no path, such as a[b, is a key as it is', async () => {
  expect(await given('a[b=1&.c=2&d..e=3&[f]=4&g[1].=5')).toEqual({
    'a[b': '1',
    '.c': '2',
    'd..e': '3',
    '[f]': '4',
    'g[1].': '5',
  })
})

test('readForm() with nested shows no sensitive field of a row again', async () => {
  const sensitive = ['answer', 'items[].code', 'bank']
  const body = ['users[0].password', 'users[0][Token]', 'quiz[1].answer', 'items[3].code', 'items[3].text', 'bank.iban']
  const { form } = await sent(z.never(), body.map((name) => `${name}=x`).join('&'), { sensitive })
  expect(form.values).toEqual({ 'items[0].text': 'x' })
  expect(form.rows('users')).toEqual(['users[0]'])
})

test('form() gives stored maps and lists the names of fields', () => {
  const stored = form({
    title: 'A',
    address: { city: 'X', zip: null },
    items: [
      { text: 'a', n: 1 },
      { text: 'b', tags: ['x'] },
    ],
  })
  expect(stored.values).toEqual({
    title: 'A',
    'address.city': 'X',
    'items[0].text': 'a',
    'items[0].n': '1',
    'items[1].text': 'b',
    'items[1].tags': ['x'],
  })
  expect([stored.rows('items'), form().rows('items', 1)]).toEqual([['items[0]', 'items[1]'], ['items[0]']])
})

test('addRow() and removeRow() return forms without messages, whose rows are numbered anew', () => {
  const stored = form({ items: [{ text: 'a' }, { text: 'b', tags: ['x'] }, { text: 'c' }] }).with({
    'items[1].text': 'No.',
  })
  const more = stored.addRow('items').addRow('items')
  expect([more.rows('items').length, more.messages, stored.rows('items').length]).toEqual([5, {}, 3])
  const less = more.removeRow('items', 1)
  expect(less.rows('items').map((row) => less.value(`${row}.text`))).toEqual(['a', 'c', '', ''])
  expect([less.has('items[1].tags', 'x'), stored.removeRow('items', 0).has('items[0].tags', 'x')]).toEqual([
    false,
    true,
  ])
  expect(form({ a: [{ b: [{ c: '1' }, { c: '2' }] }] }).removeRow('a[0].b', 0).values).toEqual({ 'a[0].b[0].c': '2' })
})

test.each([-1, 3, 0.5, Number.NaN])('removeRow() with %d, which no row has, removes nothing', (row) => {
  const stored = form({ items: [{ text: 'a' }, { text: 'b' }] })
  expect(stored.removeRow('items', row).values).toEqual(stored.values)
})

test('rows() lists no more rows than there are, whatever numbers a visitor sends', async () => {
  const { form } = await sent(Anything, 'items[900000000].text=a', { nested: false })
  expect(form.rows('items')).toEqual(['items[0]'])
})
