import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/programs/sampled.ts'
import { contentsOf, readForm } from './changed-forms.test.helper.ts'
import { BOUNDARY, formOf } from './forms.test.helper.ts'

const FORM = Buffer.from(
  formOf([
    { name: 'title', content: 'Tea' },
    { name: 'empty', content: '' },
    { name: 'file', fileName: 'a.txt', type: 'text/plain', content: 'one\r\n--two--\r\n\r\n' },
    { name: 'role', content: 'guest' },
  ]),
).toString('latin1')

/** The strings that a mutation inserts at some place of `FORM`. */
const PIECES = [
  '\r\n',
  '\r',
  '\n',
  '-',
  '--',
  `--${BOUNDARY}`,
  `\r\n--${BOUNDARY}`,
  `--${BOUNDARY}--`,
  ':',
  '"',
  ';',
  ' ',
]
const LINES = FORM.split(/(?<=\r\n)/)

/**
 * Generates forms with one change to `FORM`: bytes or lines are removed, inserted, repeated, or put in another order.
 */
const mutations = fc.oneof(
  fc.tuple(fc.nat(FORM.length), fc.integer({ min: 1, max: 9 })).map(([at, count]) => without(FORM, at, count)),
  fc
    .tuple(fc.nat(FORM.length), fc.constantFrom(...PIECES))
    .map(([at, piece]) => FORM.slice(0, at) + piece + FORM.slice(at)),
  fc
    .tuple(fc.nat(LINES.length), fc.integer({ min: 1, max: 3 }))
    .map(([at, count]) => without(LINES, at, count).join('')),
  fc
    .tuple(fc.nat(LINES.length - 1), fc.nat(LINES.length))
    .map(([from, to]) => LINES.toSpliced(to, 0, LINES[from] as string).join('')),
  fc.shuffledSubarray(LINES, { minLength: LINES.length - 3 }).map((lines) => lines.join('')),
)

function without<T extends string | readonly string[]>(whole: T, at: number, count: number): T {
  const [before, behind] = [whole.slice(0, at), whole.slice(at + count)]
  return (typeof before === 'string' ? before + behind : [...before, ...(behind as readonly string[])]) as T
}

test('multipart() reads a randomly changed form like a second, simple parser, or answers 400', async () => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(mutations, fc.constantFrom(1, 3, 10_000), async (form, pieces) => {
      const expected = contentsOf(form)
      const { status, contents, errors } = await readForm(form, pieces)
      seen.add(status)
      // A form with correct delimiters may still be refused, since the headers of a part may be wrong.
      if (expected === undefined || status !== 200) expect([status, errors[0]]).toEqual([400, expect.any(Error)])
      else expect(contents).toEqual(expected)
    }),
    { numRuns: runs(1_000) },
  )
  expect([...seen].sort()).toEqual([200, 400])
})

test.each<[string, string]>([
  ['a first part', FORM.replace('\r\n\r\nTea', '\r\nTea')],
  ['a part after another', FORM.replace('\r\n\r\nguest', '\r\nguest')],
  ['a part without anything', FORM.replace(`--${BOUNDARY}--`, `--${BOUNDARY}\r\n--${BOUNDARY}--`)],
  ['a head that ends the form', FORM.replace('\r\n\r\nguest', '')],
])('a form is answered with 400 if the blank line is missing in %s', async (_name, form) => {
  expect((await readForm(form, 10_000)).status).toBe(400)
})
