import { SCHEMA_VALIDATOR, type SchemaValidator } from '@app/body-parser'
import { Application, redirect, type ServerRequest } from '@app/core'
import { csrf } from '@app/csrf'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { expect, test } from 'vitest'
import { type Form, form, markup, type ReadFormOptions, readForm, type SentForm } from '../index.ts'

interface Note {
  readonly title: string
  readonly tags: readonly string[]
}

/** A Standard Schema, as libraries make it. It accepts a title, and tags that are words. */
const schema: StandardSchemaV1<unknown, Note> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: async (given) => {
      const { title = '', tags = [], ...rest } = given as { title?: string; tags?: string | string[] }
      const issues: StandardSchemaV1.Issue[] = []
      if ([title].flat().includes('')) issues.push({ path: ['title'], message: 'A note has a title.' })
      for (const [index, tag] of [tags].flat().entries()) {
        if (!/^\w+$/.test(tag)) issues.push({ path: [{ key: 'tags' }, index], message: `"${tag}" is not a word.` })
      }
      if ('csrf' in rest) issues.push({ message: 'There is a field that nobody knows.' })
      if (title === 'twice') issues.push({ message: 'Too many notes.' })
      return issues.length > 0 ? { issues } : { value: { title, tags: [tags].flat() } }
    },
  },
}

async function sent(body: FormData | URLSearchParams, options?: ReadFormOptions): Promise<SentForm<Note>> {
  let result: SentForm<Note> | undefined
  const app = new Application().pipe(csrf()).pipe(async (request) => {
    result = await readForm(request, schema, options)
    return redirect('/', 303)
  })
  await app.request('/', { method: 'POST', body })
  return result as SentForm<Note>
}

const fields = (...pairs: [string, string][]) => new URLSearchParams(pairs)

test('readForm() returns the value that the schema has accepted, without the CSRF token of the form', async () => {
  const result = await sent(fields(['title', 'Tea'], ['tags', 'a'], ['tags', 'b'], ['csrf', 'x']))
  expect(result).toMatchObject({ isValid: true, value: { title: 'Tea', tags: ['a', 'b'] } })
})

test('readForm() returns a message for each wrong field, and the typed values', async () => {
  const result = await sent(fields(['title', ''], ['tags', 'a b'], ['tags', 'c'], ['note', '<b>']))
  expect(result.isValid).toBe(false)
  expect(result.form.messages).toEqual({ title: ['A note has a title.'], tags: ['"a b" is not a word.'] })
  expect(result.form.values).toEqual({ title: '', tags: ['a b', 'c'], note: '<b>' })
  expect(result.form.general).toEqual([])
})

test('readForm() lists messages that belong to no field separately', async () => {
  expect((await sent(fields(['title', 'twice']))).form.general).toEqual(['Too many notes.'])
})

test('readForm() returns a message for a required field that was not sent', async () => {
  expect((await sent(fields(['x', 'y']))).form.messages).toEqual({ title: ['A note has a title.'] })
})

test('readForm() never returns a password, a token, a pin, a field with "secret" in its name, or a field that its option "sensitive" lists', async () => {
  const names = ['password', 'newPassword', 'repeat_password', 'apiToken', 'otp', 'card-pin', 'client_secret', 'answer']
  const { form } = await sent(fields(...names.map((name): [string, string] => [name, 'x']), ['pinned', 'y']), {
    sensitive: ['answer'],
  })
  expect(form.values).toEqual({ pinned: 'y' })
})

test('readForm() returns the strings of a refused form but not its files, and an empty string for an empty file input', async () => {
  const body = new FormData()
  body.append('title', '')
  body.append('file', new File(['x'], 'a.txt'))
  body.append('empty', new File([], ''))
  expect((await sent(body)).form.values).toEqual({ title: '', empty: '' })
})

test('readForm() returns each line break as one line feed, however a browser sends it', async () => {
  const file = new File(['a\r\nb'], 'a.txt')
  const data = new FormData()
  for (const text of ['Two\r\nlines\r\n', 'a\rb\nc']) data.append('title', text)
  data.append('file', file)
  const ways = [
    await sent(fields(['title', 'Two\r\nlines\r\n'], ['title', 'a\rb\nc'])),
    await sent(data),
    await sent(fields(), { fields: { title: ['Two\r\nlines\r\n', 'a\rb\nc'], file } }),
  ]
  for (const { isValid, form } of ways) {
    expect([isValid, form.values]).toEqual([true, { title: ['Two\nlines\n', 'a\nb\nc'] }])
  }
})

test('a field whose name is also a property of objects, such as constructor, is an ordinary field', async () => {
  const { form } = await sent(fields(['constructor', 'b'], ['title', '']))
  expect([form.value('constructor'), form.value('toString')]).toEqual(['b', ''])
})

test('a form with a field called __proto__ is answered with 400', async () => {
  const app = new Application({ onError: () => undefined }).pipe(async (request) => {
    await readForm(request, schema)
    return redirect('/', 303)
  })
  expect((await app.request('/', { method: 'POST', body: fields(['__proto__', 'a']) })).status).toBe(400)
})

test('readForm() checks the fields in its option "fields" like the fields of a request', async () => {
  const { form, isValid } = await sent(new FormData(), { fields: { title: '', tags: ['a', 'b c'], password: 'x' } })
  expect([isValid, form.values]).toEqual([false, { title: '', tags: ['a', 'b c'] }])
  expect(form.messages).toEqual({ title: ['A note has a title.'], tags: ['"b c" is not a word.'] })
})

test('readForm() refuses a body that is not a form', async () => {
  const app = new Application({ onError: () => undefined }).pipe(async (request: ServerRequest) => {
    await readForm(request, schema)
    return redirect('/', 303)
  })
  const headers = { 'content-type': 'application/json' }
  expect((await app.request('/', { method: 'POST', body: '{}', headers })).status).toBeGreaterThanOrEqual(400)
})

test('form() makes a form with stored values, and its method with() adds messages', () => {
  const stored = form({ title: 'Tea', count: 3, tags: ['a', 1], none: null })
  expect(stored.values).toEqual({ title: 'Tea', count: '3', tags: ['a', '1'] })
  expect([stored.value('tags'), stored.value('none'), stored.has('tags', '1'), stored.has('title', 'x')]).toEqual([
    'a',
    '',
    true,
    false,
  ])
  const refused: Form = stored.with({ title: 'Is there.' }).with({ title: 'Twice.' })
  expect([refused.messages, stored.messages]).toEqual([{ title: ['Is there.', 'Twice.'] }, {}])
})

test('markup escapes the typed values of a form', () => {
  const { values } = form({ title: '"><script>' })
  expect(`${markup`<input name="title" value="${values.title as string}">`}`).toBe(
    '<input name="title" value="&quot;&gt;&lt;script&gt;">',
  )
})

test('readForm() validates by the function in the attribute SCHEMA_VALIDATOR, which may write messages in another language', async () => {
  const german: SchemaValidator = ((schema, value) => {
    const outcome = schema['~standard'].validate(value) as StandardSchemaV1.Result<unknown>
    return outcome.issues ? { issues: outcome.issues.map((issue) => ({ ...issue, message: 'Fehlt.' })) } : outcome
  }) as SchemaValidator
  const required: StandardSchemaV1 = {
    '~standard': {
      version: 1,
      vendor: 'acme',
      validate: (value) =>
        (value as { title?: string }).title ? { value } : { issues: [{ message: 'Missing.', path: ['title'] }] },
    },
  }
  const app = new Application().pipe(async (request) => {
    const { form } = await readForm(request.withAttribute(SCHEMA_VALIDATOR, german), required)
    return Response.json([form.messages, (await readForm(request, required)).form.messages])
  })
  const response = await app.request('/', { method: 'POST', body: new URLSearchParams({ text: 'x' }) })
  expect(await response.json()).toEqual([{ title: ['Fehlt.'] }, { title: ['Missing.'] }])
})
