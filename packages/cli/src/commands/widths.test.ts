import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampled } from '../../../../test/programs/sampled.ts'
import { EXAMPLES, runInTerminal } from '../project.test.helper.ts'

const NOTICEBOARD = join(EXAMPLES, 'noticeboard')
const PAGES = join(EXAMPLES, '../docs/command-line')
const ENV = {
  APP_SECRET: 'a secret of a test that is long enough for it',
  DATABASE_FILE: ':memory:',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
}

/** Command lines that end by themselves, and change no file. */
const COMMANDS: readonly (readonly string[])[] = [
  ['routes'],
  ['routes', '--guards'],
  ['routes', '--path', '/teams', '--method', 'post'],
  ['routes', '--path', '/nowhere-at-all', '--method', 'delete', '--name', 'a-route-that-nobody-has-written'],
  ['url', 'notice.show', 'team=gardeners', 'id=7'],
  ['pipeline'],
  ['explain', 'GET', '/'],
  ['explain', 'POST', '/admin'],
  ['services'],
  ['config'],
  ['config', '--show-values'],
  ['config', 'rate_limit', '--show-values'],
  ['config', 'explain', 'rate_limit', '--show-values'],
  ['config', 'explain'],
  ['about'],
  ['check'],
  ['types', '--check'],
  ['help'],
]

/**
 * True if a line is a single word. Such a line may be wider than the terminal, so that a path or an address can be
 * copied.
 */
function isOneWord(line: string): boolean {
  return !/\S\s+\S/.test(line.replace(/^\s*[-+] /, ''))
}

const TERMINALS = COMMANDS.flatMap((args) => [80, 160].map((columns) => ({ line: args.join(' '), args, columns })))

test.each(sampled(TERMINALS, ({ line }) => line))(
  'in a terminal of $columns columns, the output of app $line has no line wider than the terminal, except lines of a single word',
  async ({ args, columns }) => {
    const { code, stdout } = await runInTerminal(columns, NOTICEBOARD, args, ENV)
    expect(code).not.toBe(2)
    expect(stdout).not.toBe('')
    const wider = stdout.split('\n').filter((line) => [...line].length > columns)
    expect(wider.filter((line) => !isOneWord(line))).toEqual([])
  },
)

test.each<[number, string[]]>([
  [120, ['routes', '--path', '/teams', '--method', 'post']],
  [80, ['config', 'rate_limit', '--show-values']],
  [80, ['routes']],
  [80, ['pipeline']],
  [80, ['explain', 'GET', '/']],
  [80, ['services']],
])('in a terminal of %i columns, app %j prints the output that docs/command-line quotes', async (columns, args) => {
  const { stdout } = await runInTerminal(columns, NOTICEBOARD, args, ENV)
  const file = `${args.map((arg) => arg.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'root').join('-')}-${columns}.txt`
  await expect(stdout).toMatchFileSnapshot(join(PAGES, file))
})
