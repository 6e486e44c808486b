import { expect, test, vi } from 'vitest'
import { printError } from '../internal.ts'

const LINE = '{"level":"info","forged":true}'

function printed(...given: Parameters<typeof printError>): string {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  printError(...given)
  const lines = print.mock.calls.map(([line]) => String(line))
  print.mockRestore()
  expect(lines).toHaveLength(1)
  return lines.join()
}

test.each([
  ['an error', (text: string) => new Error(text)],
  ['a cause', (text: string) => new Error('outer', { cause: new Error(text) })],
  ['a property of an error', (text: string) => Object.assign(new Error('outer'), { text })],
  ['several errors', (text: string) => new AggregateError([new Error(text)])],
  ['a name', (text: string) => Object.assign(new Error('outer'), { name: text })],
  ['a text', (text: string) => text],
  ['an object', (text: string) => ({ message: text })],
  ['a stack', (text: string) => Object.assign(new Error('outer'), { stack: text })],
])('no text in %s passes for a line of the log, or moves the cursor', (_where, make) => {
  for (const end of ['\n', '\r\n', '\r', '\n\n', '\u2028', '\x85']) {
    const shown = printed(make(`a${end}${LINE}\x1b[2J\u202e`), 'It failed:')
    expect(shown.split(/[\n\r\u2028\x85]/)).not.toContainEqual(expect.stringMatching(/^\{"level/))
    expect(shown).toMatch(/^It failed: [^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]*$/)
  }
})

test('an error is printed with its stack, and one that cannot be shown does not throw', () => {
  expect(printed(new TypeError('x'))).toMatch(/^TypeError: x\n {4}at /)
  const hidden = new Error('x')
  Object.defineProperty(hidden, Symbol.for('nodejs.util.inspect.custom'), {
    value: () => {
      throw hidden
    },
  })
  expect(printed(hidden)).toBe('An error that cannot be shown')
})
