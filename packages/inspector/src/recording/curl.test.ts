import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curlCommand } from './curl.ts'

/** Runs a command in a shell, and returns the arguments that the shell passes to curl. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('bash', ['--noprofile', '--norc', '-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

test('a shell passes the method, URL and headers in the result of curlCommand() to curl unchanged, whatever characters they have', () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        "'",
        '"',
        '$(id)',
        '`id`',
        '\\',
        '!',
        ' ',
        '&',
        ';',
        '|',
        '\x1b[2J',
        'é',
        '\n',
        '€',
        'x',
        '41',
        '@',
        '?',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(hostile, hostile, (path, value) => {
      const command = curlCommand({
        method: 'GET',
        url: `http://localhost/${path}`,
        headers: [
          ['x-a', `v${value}`],
          ['host', 'x'],
        ],
      })
      expect(argumentsOf(command)).toEqual([
        ...['--globoff', '--path-as-is', '--request', 'GET', `http://localhost/${path}`],
        ...['--header', `x-a: v${value}`],
      ])
      expect(command).not.toMatch(/\x1b/)
    }),
    { numRuns: 30 },
  )
})
