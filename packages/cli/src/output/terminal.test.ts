import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createTerminal } from './terminal.ts'

function terminal(columns: number | undefined, env: NodeJS.ProcessEnv = {}) {
  const stream = () => Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns })
  const [stdout, stderr] = [stream(), stream()]
  const made = createTerminal({ stdout, stderr, env } as unknown as NodeJS.Process)
  return { ...made, written: () => String(stdout.read() ?? ''), complained: () => String(stderr.read() ?? '') }
}

test('in a terminal, a sentence is wrapped to the width, indented from the second line on; colour codes do not count as width', () => {
  const { tell, style, written } = terminal(20)
  tell(`${style('red', '-')} Service "db" could not be created: no disk`, '  ')
  expect(written()).toBe('\u001b[31m-\u001b[39m Service "db" could\n  not be created: no\n  disk\n')
})

test('in a terminal, a word that is wider than the terminal is not split, so that it can be copied', () => {
  const { tell, written } = terminal(10)
  tell('See https://example.org/docs for more.')
  expect(written()).toBe('See\nhttps://example.org/docs\nfor more.\n')
})

test('to a pipe, a sentence is printed in one line', () => {
  const { tell, complain, written, complained } = terminal(undefined)
  tell('word '.repeat(50).trim())
  complain('word '.repeat(50).trim())
  expect([written(), complained()].map((text) => text.split('\n').length)).toEqual([2, 2])
})

test('in a terminal, an error is wrapped to the width, except for the lines of its stack', () => {
  const { complain, complained } = terminal(20)
  complain('app.ts cannot be loaded: no\n    at load (file:///app/app.ts:2:1)')
  expect(complained()).toBe('app.ts cannot be\nloaded: no\n    at load (file:///app/app.ts:2:1)\n')
})
