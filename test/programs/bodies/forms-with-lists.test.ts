import { Application, redirect } from '@app/core'
import { readForm, type SentForm } from '@app/view'
import { expect, test } from 'vitest'
import { z } from 'zod'

const fields = (...pairs: [string, string][]) => new URLSearchParams(pairs)

/** A schema of a library whose fields "tags" and "counts" are lists, and those of "title" and "both" are not. */
const Lists = z.object({
  title: z.string().min(2),
  tags: z.array(z.string().regex(/^\w+$/)).min(1).default(['none']),
  counts: z.array(z.coerce.number()).max(2).optional(),
  both: z.union([z.string(), z.array(z.string())]).optional(),
  files: z.array(z.file()).optional(),
})

test.each<[string, FormData | URLSearchParams, object]>([
  ['no box', fields(['title', 'Tea']), { title: 'Tea', tags: ['none'] }],
  ['one box', fields(['title', 'Tea'], ['tags', 'a']), { title: 'Tea', tags: ['a'] }],
  ['two boxes', fields(['title', 'Tea'], ['tags', 'a'], ['tags', 'b']), { title: 'Tea', tags: ['a', 'b'] }],
  ['one box of each list', fields(['title', 'Tea'], ['tags', 'a'], ['counts', '1']), { tags: ['a'], counts: [1] }],
  ['a field that may be either', fields(['title', 'Tea'], ['tags', 'a'], ['both', 'x']), { tags: ['a'], both: 'x' }],
  ['a wrong item of one', fields(['title', 'Tea'], ['tags', 'a b']), { tags: [expect.any(String)] }],
  ['another wrong field', fields(['title', 'T'], ['tags', 'a']), { title: [expect.any(String)] }],
  [
    'both wrong',
    fields(['title', 'T'], ['counts', 'x']),
    { title: [expect.any(String)], counts: [expect.any(String)] },
  ],
  [
    'too many',
    fields(['title', 'Tea'], ...['1', '2', '3'].map((n): [string, string] => ['counts', n])),
    { counts: [expect.any(String)] },
  ],
  ['a field twice that is not a list', fields(['title', 'Tea'], ['title', 'Two']), { title: [expect.any(String)] }],
])('readForm() reads a form with lists: %s', async (_what, body, expected) => {
  let result: SentForm<z.infer<typeof Lists>> | undefined
  const app = new Application().pipe(async (request) => {
    result = await readForm(request, Lists)
    return redirect('/', 303)
  })
  await app.request('/', { method: 'POST', body })
  if (result?.isValid) expect(result.value).toMatchObject(expected)
  else expect(result?.form.messages).toEqual(expected)
})

test('readForm() reads one file as a list of files', async () => {
  const body = new FormData()
  body.append('title', 'Tea')
  body.append('files', new File(['x'], 'a.txt'))
  let names: unknown
  const app = new Application().pipe(async (request) => {
    const sent = await readForm(request, Lists)
    names = sent.isValid && sent.value.files?.map((file) => file.name)
    return redirect('/', 303)
  })
  await app.request('/', { method: 'POST', body })
  expect(names).toEqual(['a.txt'])
})
