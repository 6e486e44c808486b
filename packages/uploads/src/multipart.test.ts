import { Application, HttpError, json } from '@app/core'
import { expect, test } from 'vitest'
import { BOUNDARY, formOf, inPieces, type SentPart, TYPE } from './forms.test.helper.ts'
import { multipart, type UploadLimits } from './index.ts'

type SentBody = string | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** Sends a form, and returns the parts that a handler reads from it, or the status and the message of the error. */
async function read(body: SentBody, limits?: UploadLimits, headers = {}): Promise<unknown> {
  let failure: unknown
  const app = new Application({
    onError: (error) => {
      failure = error
    },
  })
  app.pipe(async (request) => {
    const seen: unknown[] = []
    for await (const part of multipart(request, limits)) {
      if (part.kind === 'field') seen.push([part.name, part.value])
      else seen.push([part.name, part.fileName ?? null, part.type, await new Response(part.stream).text()])
    }
    return json(seen)
  })
  const init = { method: 'POST', body, headers: { 'content-type': TYPE, ...headers }, duplex: 'half' }
  const answer = await app.request('/', init as RequestInit)
  if (answer.ok) return answer.json()
  return [answer.status, failure instanceof HttpError ? failure.message : String(failure)]
}

const PARTS: readonly SentPart[] = [
  { name: 'title', content: 'Tee für zwei' },
  { name: 'empty', content: '' },
  { name: 'dashes', content: '-----\r\n--\r\n---' },
  { name: 'a', fileName: 'a.txt', type: 'text/plain', content: 'one\r\n--two--\r\n\r\nthree\r\n' },
  { name: 'none', fileName: '', type: 'application/octet-stream', content: '' },
  { name: 'b', fileName: 'b-', type: 'image/png', content: '--' },
]
const READ = [
  ['title', 'Tee für zwei'],
  ['empty', ''],
  ['dashes', '-----\r\n--\r\n---'],
  ['a', 'a.txt', 'text/plain', 'one\r\n--two--\r\n\r\nthree\r\n'],
  ['none', null, 'application/octet-stream', ''],
  ['b', 'b-', 'image/png', '--'],
]

test('multipart() returns fields and files in the order of the form', async () => {
  expect(await read(formOf(PARTS))).toEqual(READ)
})

test('multipart() returns the same parts wherever the network cuts the form into pieces', async () => {
  const bytes = formOf(PARTS)
  for (const length of [1, 2, 3, 5, 7, 64]) expect(await read(inPieces(bytes, length)), `${length}`).toEqual(READ)
  for (let at = 1; at < bytes.length; at++) {
    const [first, second] = [bytes.slice(0, at), bytes.slice(at)]
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(first)
        controller.enqueue(second)
        controller.close()
      },
    })
    expect(await read(body), `cut at ${at}`).toEqual(READ)
  }
})

test('multipart() reads the form that the platform makes from a FormData', async () => {
  const form = new FormData()
  form.append('na"me', 'ü')
  form.append('file', new File(['x'.repeat(200_000)], 'Grün "1".txt', { type: 'text/plain' }))
  const sent = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': sent.headers.get('content-type') as string }
  expect(await read(await sent.arrayBuffer(), {}, headers)).toEqual([
    ['na"me', 'ü'],
    ['file', 'Grün "1".txt', 'text/plain', 'x'.repeat(200_000)],
  ])
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\x\\a.txt', 'a.txt'],
  ['a\u202egpj.exe', 'agpj.exe'],
  ['планы €.pdf', 'планы €.pdf'],
  ['a%0D%0Ab.txt', 'ab.txt'],
  ['..', null],
])('the file name %j is returned without a path and without hidden characters: %j', async (fileName, shown) => {
  expect(await read(formOf([{ name: 'x', fileName, content: '' }]))).toMatchObject([
    ['x', shown, 'application/octet-stream', ''],
  ])
})

/** The heads of a part with a file, as clients send them, with the name and the file name that are meant. */
const heads: readonly (readonly [client: string, head: string, name: string, fileName: string | null])[] = [
  ['a browser', 'form-data; name="a"; filename="grün &.txt"', 'a', 'grün &.txt'],
  ['a browser, a quote', 'form-data; name="a%22b"; filename="a%22b.txt"', 'a"b', 'a"b.txt'],
  ['a browser, a backslash at the end', 'form-data; name="a"; filename="C:\\"', 'a', 'C:'],
  ['a browser, a backslash in a name', 'form-data; name="a\\"; filename="b.txt"', 'a\\', 'b.txt'],
  ['curl', 'form-data; name="a"; filename="grün %22.txt"', 'a', 'grün ".txt'],
  ['curl before 7.81, a quote', 'form-data; name="a\\"b"; filename="a\\"b.txt"', 'a"b', 'a"b.txt'],
  ['Go, a quote', 'form-data; name="a"; filename="a\\"b.txt"', 'a', 'a"b.txt'],
  ['Go, a quote at the end', 'form-data; name="a"; filename="a\\""', 'a', 'a"'],
  ['.NET', "form-data; name=a; filename=b.txt; filename*=utf-8''b.txt", 'a', 'b.txt'],
  [
    '.NET, beyond ASCII',
    'form-data; name=a; filename="=?utf-8?B?Z3LDvG4udHh0?="; filename*=utf-8\'\'gr%C3%BCn.txt',
    'a',
    'grün.txt',
  ],
  [
    'Spring',
    'form-data; name="a"; filename="=?UTF-8?Q?gr=C3=BCn.txt?="; filename*=UTF-8\'\'gr%C3%BCn.txt',
    'a',
    'grün.txt',
  ],
  ['requests of Python', 'form-data; name="a"; filename="grün.txt"', 'a', 'grün.txt'],
  ['requests of Python, earlier', 'form-data; name="a"; filename*=utf-8\'\'gr%C3%BCn.txt', 'a', 'grün.txt'],
  ['okhttp', 'form-data; name="a"; filename="b%0A.txt"\r\nContent-Length: 1', 'a', 'b.txt'],
  ['Apache HttpClient', 'form-data; name="a"; filename="b.txt"\r\nContent-Transfer-Encoding: binary', 'a', 'b.txt'],
  ['a library for mail, in lines', 'form-data;\r\n name="a";\r\n\t filename="b.txt"', 'a', 'b.txt'],
  ['nobody: name* is not a name', 'form-data; name="a"; name*=utf-8\'\'c; filename="b.txt"', 'a', 'b.txt'],
  ['nobody: a broken filename*', 'form-data; name="a"; filename="b.txt"; filename*=utf-8\'\'%ff', 'a', 'b.txt'],
  ['nobody: a path in filename*', 'form-data; name="a"; filename*=utf-8\'\'..%2F%2e%2e%5cb.txt', 'a', 'b.txt'],
]

test.each(heads)('multipart() reads the head of a file as sent by %s', async (_client, head, name, fileName) => {
  const part = { content: 'x', headers: `Content-Disposition: ${head}` }
  expect(await read(formOf([part]))).toEqual([[name, fileName, 'application/octet-stream', 'x']])
})

test.each<[string, SentPart[], UploadLimits, string]>([
  ['files', [1, 2, 3].map((n) => ({ fileName: `${n}`, content: '' })), { files: 2 }, 'more than 2 files (files)'],
  [
    'bytes of a file',
    [{ fileName: 'a', content: 'x'.repeat(101) }],
    { fileBytes: 100 },
    'more than 100 bytes in a file (fileBytes)',
  ],
  ['fields', [1, 2, 3].map(() => ({ content: '' })), { fields: 2 }, 'more than 2 fields (fields)'],
  [
    'bytes of a field',
    [{ content: 'x'.repeat(101) }],
    { fieldBytes: 100 },
    'more than 100 bytes in its fields (fieldBytes)',
  ],
  [
    'bytes of all fields, names included',
    [{ name: 'x'.repeat(60), content: '' }, { content: 'x'.repeat(40) }],
    { fieldBytes: 100 },
    'more than 100 bytes in its fields (fieldBytes)',
  ],
])('multipart() answers 413, and names the limit, for too many %s', async (_what, parts, limits, message) => {
  expect(await read(formOf(parts), limits)).toEqual([413, `The request's form has ${message}`])
})

test('a form that reaches its limits without exceeding them is accepted', async () => {
  const parts = [
    { fileName: 'a', content: 'x'.repeat(100) },
    { fileName: 'b', content: 'x'.repeat(100) },
    { content: '' },
  ]
  const limits = { files: 2, fileBytes: 100, fields: 1, fieldBytes: 1 }
  expect(await read(formOf(parts), limits)).toHaveLength(3)
})

test('multipart() answers 413 to a part with more than 16,384 bytes or 100 lines of headers', async () => {
  const long = { content: '', headers: `Content-Disposition: form-data; name="a"\r\nx: ${'x'.repeat(17_000)}` }
  const many = { content: '', headers: `Content-Disposition: form-data; name="a"${'\r\nx: y'.repeat(101)}` }
  const folded = { content: '', headers: `Content-Disposition: form-data; name="a"${'\r\n '.repeat(101)}` }
  for (const part of [long, many, folded])
    expect(await read(formOf([part]))).toEqual([413, expect.stringContaining('16384 bytes or 100 lines')])
})

test('the whole body of a form is limited like any other request body', async () => {
  expect(await read(formOf([{ fileName: 'a', content: 'x'.repeat(1_048_576) }]))).toEqual([
    413,
    "The request's body is larger than 1048576 bytes",
  ])
})

test.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['an empty body', ''],
  ['a body that is not a form', 'hello'],
  ['a form without its end', formOf(PARTS).slice(0, -4)],
  ['a file that is cut off', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nxxx`],
  ['headers that are cut off', `--${BOUNDARY}\r\nContent-Dispo`],
  ['a part without a name', formOf([{ content: '', headers: 'Content-Disposition: form-data' }])],
  ['a part that is not form-data', formOf([{ content: '', headers: 'Content-Disposition: attachment; name="a"' }])],
  ['a part without a Content-Disposition', formOf([{ content: '', headers: 'x: y' }])],
  ['a head that begins with a folded line', formOf([{ content: '', headers: ' x: y' }])],
  ['a line of a head that is not a header', formOf([{ content: '', headers: 'a b: c' }])],
  ['a field that is not UTF-8', formOf([{ content: new Uint8Array([0xff]) }])],
])('multipart() answers 400 to %s', async (_what, body) => {
  expect(await read(body)).toEqual([400, expect.stringMatching(/form/)])
})

test('multipart() answers 415 to another content type and to a content coding, and 400 to a type without a boundary', async () => {
  const status = async (headers: object) => ((await read('x', {}, headers)) as unknown[])[0]
  expect(await status({ 'content-type': 'application/json' })).toBe(415)
  expect(await status({ 'content-type': 'multipart/form-datax; boundary=x' })).toBe(415)
  expect(await status({ 'content-encoding': 'gzip' })).toBe(415)
  expect(await status({ 'content-type': 'multipart/form-data' })).toBe(400)
})

test('a file that the handler does not read is skipped, and so is the rest of a file that it reads partly', async () => {
  const app = new Application().pipe(async (request) => {
    const names: string[] = []
    for await (const part of multipart(request)) {
      names.push(part.name)
      if (part.kind === 'file' && part.name === 'a') await part.stream.getReader().read()
    }
    return json(names)
  })
  const body = inPieces(formOf(PARTS), 10)
  const init = { method: 'POST', body, headers: { 'content-type': TYPE }, duplex: 'half' }
  expect(await (await app.request('/', init as RequestInit)).json()).toEqual(PARTS.map(({ name }) => name))
})

test('multipart() reads the body no faster than the handler reads the parts', async () => {
  const bytes = formOf([{ name: 'a', fileName: 'a', content: 'x'.repeat(100_000) }])
  let given = 0
  const body = inPieces(bytes, 1_000, (count) => {
    given = count
  })
  const app = new Application().pipe(async (request) => {
    for await (const part of multipart(request)) {
      if (part.kind === 'file') await part.stream.getReader().read()
      break
    }
    return json(given)
  })
  const init = { method: 'POST', body, headers: { 'content-type': TYPE }, duplex: 'half' }
  expect(Number(await (await app.request('/', init as RequestInit)).text())).toBeLessThan(10_000)
})

test('multipart() refuses unknown limits', async () => {
  expect(await read(formOf([]), { file: 1 } as UploadLimits)).toEqual([
    500,
    expect.stringContaining('multipart(): unknown option "file". Did you mean "files"?'),
  ])
})
