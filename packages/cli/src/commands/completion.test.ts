import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../../test/programs/run-program.ts'
import { project, run, write } from '../project.test.helper.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

/** A `config/types.d.ts` as `app types` writes it, with names to complete. */
const TYPES = `import type { Config } from '@app/core'

declare module '@app/core' {
  interface ApplicationTypes {
    routes: {
      home: Readonly<Record<string, never>>
      'note.show': { readonly team: string | number; readonly id: string | number }
      '/api/docs^GET': Readonly<Record<string, never>>
    }
    configuration: {
      mail: {
        'from.name': string
        url: string | null
      }
    }
  }
}
`

/**
 * Makes an application with a `config/types.d.ts`, with a package that adds a command to `app`, and with `app` in
 * `node_modules/.bin`.
 */
function application(): string {
  const command =
    "export const command = { description: 'dance', options: [{ flags: '--slowly', description: '' }], examples: [], run() {} }"
  const root = project({
    'package.json': { type: 'module', dependencies: { '@acme/dance': '*' } },
    'config/types.d.ts': TYPES,
    'node_modules/@acme/dance/package.json': {
      name: '@acme/dance',
      type: 'module',
      exports: { './command': './command.js', './package.json': './package.json' },
      app: { commands: { dance: '@acme/dance/command' } },
    },
    'node_modules/@acme/dance/command.js': command,
    'node_modules/.bin/app': `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`,
    'src/x.ts': '',
  })
  chmodSync(join(root, 'node_modules/.bin/app'), 0o755)
  return root
}

/** Command lines up to the cursor, each with the words that complete its last word. */
const LINES: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['app ro', ['routes']],
  ['app da', ['dance']],
  ['app dance --s', ['--slowly']],
  ['app routes --me', ['--method']],
  ['app routes --method PA', ['PATCH']],
  ['app url note', ['note.show']],
  ['app url note.show ', ['team=', 'id=']],
  ['app url note.show team=x i', ['id=']],
  ['app url --json h', ['home']],
  ['app config mail.', ['mail.url']],
  ['app config explain mail.u', ['mail.url']],
  ['app make han', ['handler']],
  ['app completion f', ['fish']],
  ['app nonsense x', []],
]

/** Those that a shell is asked: each word costs a process. */
const ASKED = process.env.FULL ? LINES : LINES.filter(([line]) => /ro$|PA$|show $|team=x i$|nonsense x$/.test(line))

/**
 * True if the tests of a shell have to be left out: the shell is missing, or the system is Windows, which cannot run
 * the shell script `node_modules/.bin/app`.
 */
function isMissing(shell: string): boolean {
  return process.platform === 'win32' || spawnSync(shell, ['-c', 'exit']).status !== 0
}

const without = (shell: string) => (isMissing(shell) ? ` (left out: ${shell} is not installed)` : '')

async function shell(name: string, root: string, script: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(name, [name === 'zsh' ? '-fc' : '-c', script], {
    cwd: join(root, 'src'),
    env: {},
  })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

async function scriptOf(name: string): Promise<string> {
  const { code, stdout } = await run(project({}), ['completion', name])
  expect(code).toBe(0)
  return stdout
}

test.each(LINES)('app completes the line "%s" with %j', async (line, words) => {
  const { code, stdout } = await run(application(), ['__complete', '--', ...line.split(' ').slice(1)])
  expect(code).toBe(0)
  expect(stdout.split('\n').map((answer) => answer.split('\t')[0])).toEqual([...words, ''])
})

describe.skipIf(isMissing('bash'))(`bash${without('bash')}`, () => {
  test('bash completes commands, options and names of routes in a folder inside of the application', async () => {
    const asked = ASKED.map(
      ([line]) => `COMP_LINE='${line}'; COMP_POINT=${line.length}; _app_completion; echo "\${COMPREPLY[*]}"`,
    )
    const stdout = await shell('bash', application(), `${await scriptOf('bash')}\n${asked.join('\n')}`)
    expect(stdout.replace(/\n$/, '').split('\n')).toEqual(ASKED.map(([, words]) => words.join(' ')))
  })

  test('bash gets the special characters of a name, such as ^, escaped by a backslash', async () => {
    const ask = `COMP_LINE='app url /api/d'; COMP_POINT=14; _app_completion; printf '%s\\n' "\${COMPREPLY[@]}"`
    expect(await shell('bash', application(), `${await scriptOf('bash')}\n${ask}`)).toBe('/api/docs\\^GET\n')
  })
})

describe.skipIf(isMissing('fish'))(`fish${without('fish')}`, () => {
  test('fish completes commands, options and names of routes in a folder inside of the application', async () => {
    const asked = ASKED.map(([line]) => `echo (complete -C '${line}' | string split -f1 \\t)`)
    const stdout = await shell('fish', application(), `${await scriptOf('fish')}\n${asked.join('\n')}`)
    const sorted = (words: readonly string[]) => [...words].sort().join(' ')
    expect(
      stdout
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => sorted(line.split(' '))),
    ).toEqual(ASKED.map(([, words]) => sorted(words)))
  })
})

describe.skipIf(isMissing('zsh'))(`zsh${without('zsh')}`, () => {
  test.each([
    ['app rou', 'app routes'],
    ['app url note.sh', 'app url note.show'],
    ['app url note.show te', 'app url note.show team='],
  ])('zsh completes the line "%s" to "%s"', async (line, whole) => {
    const root = application()
    write(root, { 'completion.zsh': await scriptOf('zsh') })
    const keys = `${line}\\t\\x01print -r -- "[\\x05]" DO""NE\\n`
    const script = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'bindkey -e; source ${root}/completion.zsh; print REA""DY'
zpty -r z out '*READY*'
zpty -w -n z $'${keys}'
zpty -r z out '*DONE*'
print -r -- "$out"
zpty -d z`
    expect(await shell('zsh', root, script)).toContain(`[${whole}]`)
  })
})

test('app completion with an unknown shell ends with exit code 2, and the error names the known shells', async () => {
  const { code, stderr } = await run(project({}), ['completion', 'csh'])
  expect([code, stderr]).toEqual([2, 'app completion knows no "csh". It knows bash, zsh, fish.\n'])
})

test('without config/types.d.ts no names of routes are completed, and no code of the application runs', async () => {
  const root = project({ 'app.ts': "throw new Error('ran')" })
  expect(await run(root, ['__complete', '--', 'url', ''])).toEqual({ code: 0, stdout: '', stderr: '' })
})
