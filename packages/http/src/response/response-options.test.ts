import { describe, expect, test } from 'vitest'
import { createResponse as createOnNode } from './light-response.ts'
import { outcomeOf, real } from './outcome.test-kit.ts'
import type { ResponseOptions } from './response-options.ts'
import { createResponse as createOnWeb } from './web-create-response.ts'

/**
 * The name of a case, the function that makes its options, and its body. The options are made twice, for the response
 * of this package and for the platform's, since some options can be read only once.
 */
type Case = readonly [sentence: string, options: () => unknown, body?: string | null]

const statuses: readonly Case[] = [
  ['no status', () => ({}), 'x'],
  ['a status that is undefined', () => ({ status: undefined }), 'x'],
  ['200', () => ({ status: 200 }), 'x'],
  ['201', () => ({ status: 201 }), 'x'],
  ['299, the last that is ok', () => ({ status: 299 }), 'x'],
  ['300, the first that is not ok', () => ({ status: 300 }), 'x'],
  ['599, the last valid one', () => ({ status: 599 }), 'x'],
  ['600', () => ({ status: 600 }), 'x'],
  ['199', () => ({ status: 199 }), 'x'],
  ['100', () => ({ status: 100 })],
  ['101', () => ({ status: 101 })],
  ['101 with a text', () => ({ status: 101 }), 'x'],
  ['103', () => ({ status: 103 })],
  ['204', () => ({ status: 204 })],
  ['204 with a text', () => ({ status: 204 }), 'x'],
  ['204 with an empty text', () => ({ status: 204 }), ''],
  ['205', () => ({ status: 205 })],
  ['205 with a text', () => ({ status: 205 }), 'x'],
  ['304', () => ({ status: 304 })],
  ['304 with a text', () => ({ status: 304 }), 'x'],
  ['0', () => ({ status: 0 })],
  ['a negative status', () => ({ status: -200 })],
  ['a fraction', () => ({ status: 200.9 }), 'x'],
  ['a fraction above a status that has no body', () => ({ status: 204.5 }), 'x'],
  ['NaN', () => ({ status: Number.NaN })],
  ['Infinity', () => ({ status: Number.POSITIVE_INFINITY })],
  ['a status of more than 16 bits', () => ({ status: 65_536 + 404 }), 'x'],
  ['a status of more than 32 bits', () => ({ status: 2 ** 32 + 404 }), 'x'],
  ['a status of more than 53 bits', () => ({ status: 1e100 })],
  ['digits', () => ({ status: '404' }), 'x'],
  ['digits between spaces', () => ({ status: ' 404 ' }), 'x'],
  ['a word', () => ({ status: 'fine' })],
  ['an empty text for a status', () => ({ status: '' })],
  ['null for a status', () => ({ status: null })],
  ['true for a status', () => ({ status: true })],
  ['an object with a valueOf() that returns a number', () => ({ status: { valueOf: () => 404 } }), 'x'],
  ['an object that is not a number', () => ({ status: {} })],
  ['a list of one number', () => ({ status: [404] }), 'x'],
  ['a symbol for a status', () => ({ status: Symbol('s') })],
]

const statusTexts: readonly Case[] = [
  ['an empty status text', () => ({ statusText: '' })],
  ['a status text that is undefined', () => ({ statusText: undefined })],
  ['words for a status text', () => ({ statusText: 'Not so Fine' })],
  ['a status text between spaces', () => ({ statusText: '  a  ' })],
  ['a tab', () => ({ statusText: 'a\tb' })],
  ['a status text in Latin-1', () => ({ statusText: 'schön' })],
  ['the last character of Latin-1', () => ({ statusText: '\xff' })],
  ['a C1 control', () => ({ statusText: '\x85' })],
  ['a status text beyond Latin-1', () => ({ statusText: 'Ā' })],
  ['an emoji', () => ({ statusText: '\u{1f600}' })],
  ['a line feed', () => ({ statusText: 'a\nb' })],
  ['a line feed at the end', () => ({ statusText: 'a\n' })],
  ['a carriage return', () => ({ statusText: 'a\rb' })],
  ['NUL', () => ({ statusText: 'a\0' })],
  ['an escape', () => ({ statusText: '\x1b' })],
  ['DEL', () => ({ statusText: '\x7f' })],
  ['a number', () => ({ statusText: 5 })],
  ['null', () => ({ statusText: null })],
  ['false', () => ({ statusText: false })],
  ['an object', () => ({ statusText: {} })],
  ['an object with a toString() of its own', () => ({ statusText: { toString: () => 'mine' } })],
  ['an object whose toString() throws', () => ({ statusText: { toString: fail } })],
  ['a symbol for a status text', () => ({ statusText: Symbol('s') })],
]

const forms: readonly Case[] = [
  ['no options', () => undefined, 'x'],
  ['null for options', () => null, 'x'],
  ['an empty object', () => ({}), 'x'],
  ['an empty list', () => [], 'x'],
  ['a function', () => Object.assign(() => 0, { status: 404 }), 'x'],
  ['a number for options', () => 404],
  ['a text for options', () => 'status'],
  ['an empty text for options', () => ''],
  ['true for options', () => true],
  ['a symbol for options', () => Symbol('s')],
  ['inherited options', () => Object.create({ status: 404, statusText: 'Gone', headers: { a: '1' } }), 'x'],
  ['an object without a prototype', () => Object.assign(Object.create(null), { status: 404 }), 'x'],
  ['a response', () => new Response('y', { status: 404, statusText: 'Gone', headers: { a: '1' } }), 'x'],
  ['a response without headers', () => new Response(null, { status: 404 }), 'x'],
  ['a redirect', () => Response.redirect('http://a/b', 303)],
  ['getters', () => ({ get status() { return 404 } }), 'x'], // biome-ignore format: one case, one line
  ['a getter that throws', () => ({ get status() { return fail() } })], // biome-ignore format: likewise
  ['unknown options', () => ({ body: 'y', url: 'http://a/', ok: false }), 'x'],
  ['a bad status and a bad status text', () => ({ status: 99, statusText: '\n' })],
  ['a bad status text and bad headers', () => ({ statusText: '\n', headers: { 'a b': '1' } })],
  ['a text that the status does not permit, and bad headers', () => ({ status: 204, headers: { a: '\n' } }), 'x'],
]

const contentTypes: readonly Case[] = [
  ['no content type', () => ({ headers: {} }), 'x'],
  ['no content type without a body', () => ({ headers: {} })],
  ['a content type in the headers', () => ({ headers: { 'content-type': 'a/b' } }), 'x'],
  ['a content type without a body', () => ({ headers: { 'content-type': 'a/b' } })],
  ['a content type in another case', () => ({ headers: { 'CONTENT-type': 'a/b' } }), 'x'],
  ['an empty content type', () => ({ headers: { 'content-type': '' } }), 'x'],
  ['two content types', () => ({ headers: [['content-type', 'a/b'], ['content-type', 'c/d']] }), 'x'], // biome-ignore format: likewise
  ['other headers', () => ({ headers: { 'content-length': '5', etag: '"x"' } }), 'x'],
  ['other headers as Headers', () => ({ headers: new Headers({ etag: '"x"' }) }), 'x'],
  ['a content type in Headers', () => ({ headers: new Headers({ 'Content-Type': 'a/b' }) }), 'x'],
  ['an empty text', () => ({}), ''],
]

const cases = [...statuses, ...statusTexts, ...forms, ...contentTypes].map(
  ([sentence, options, body = null]) => [sentence, options, body] as const,
)

describe.each([
  ['for node', createOnNode],
  ['for other platforms', createOnWeb],
])('createResponse() %s takes and refuses the same options as new Response():', (_, createResponse) => {
  test.each(cases)('%s', async (_, options, body) => {
    const type = body === null ? undefined : 'text/plain;charset=UTF-8'
    const theirs = await outcomeOf(() => real(body, options()))
    const ours = await outcomeOf(() => createResponse(body, type, options() as ResponseOptions))

    expect(ours).toEqual(theirs)
  })
})

function fail(): never {
  throw new SyntaxError('as asked')
}

test('createResponse() for node throws the same error as new Headers() for a value that cannot be headers', () => {
  for (const headers of [null, 'x', 5] as never[]) {
    const errorOf = (make: () => unknown) => {
      try {
        return make()
      } catch (error) {
        return String(error)
      }
    }
    expect(errorOf(() => createOnNode('x', undefined, { headers }))).toBe(errorOf(() => new Headers(headers)))
  }
})
