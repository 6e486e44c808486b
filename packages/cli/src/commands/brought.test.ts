import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { appInCode, project, runProcess, write } from '../project.test.helper.ts'

const COMMAND = `export const command = {
  description: 'count the routes',
  options: [{ flags: '--twice', description: 'count them twice' }],
  examples: ['count --twice'],
  async run({ application, root, options, print, printError }) {
    const count = application.routes.length * (options.twice ? 2 : 1)
    print(options.json ? JSON.stringify({ count }) : count + ' in ' + root)
    printError('counted')
    return count > 2 ? 1 : 0
  },
}`

/** Makes an application that depends on a package with the command `count`. */
function counting(module: string = COMMAND): string {
  const root = project({
    'package.json': { type: 'module', dependencies: { 'acme-count': '^1.0.0', 'not-installed': '^1.0.0' } },
    'src/app.ts': appInCode("app.get('/a', () => text(''))\napp.get('/b', () => text(''))"),
  })
  write(join(root, 'node_modules/acme-count'), {
    'package.json': {
      name: 'acme-count',
      type: 'module',
      exports: { './command': './command.js' },
      app: { commands: { count: 'acme-count/command' } },
    },
    'command.js': module,
  })
  return root
}

describe('a command of a package', () => {
  test('a command that a package adds gets the application and the given options, and determines the exit code', async () => {
    const root = counting()
    expect(await runProcess(root, ['count'])).toMatchObject({ code: 0, stdout: `2 in ${root}\n`, stderr: 'counted\n' })
    expect(await runProcess(root, ['count', '--twice', '--json'])).toMatchObject({ code: 1, stdout: '{"count":4}\n' })
    expect(await runProcess(root, ['count', '--thrice'])).toMatchObject({ code: 2 })
  })

  test('a command that a package adds gets the arguments after its name if it declares arguments', async () => {
    const taking = `export const command = {
      description: 'say', usage: '[action] [file]', options: [], examples: [],
      async run({ args, print }) { print(args.join('+')); return 0 },
    }`
    const root = counting(taking)
    expect((await runProcess(root, ['count', 'import', 'a.json'])).stdout).toBe('import+a.json\n')
    expect((await runProcess(root, ['count'])).stdout).toBe('\n')
    expect((await runProcess(counting(), ['count', 'import'])).code).toBe(2)
  })

  test('app --help lists a command that a package adds, and app count --help prints its options and examples', async () => {
    const root = counting()
    expect((await runProcess(root, ['help'])).stdout).toMatch(/^ {2}count .*count the routes$/m)
    const { stdout } = await runProcess(root, ['count', '--help'])
    expect(stdout).toContain('--twice')
    expect(stdout).toContain('$ app count --twice')
  })

  test.each([
    ["throw new Error('There is no journal.')", /^Error: There is no journal\.\n {4}at .*command\.js:\S+\n$/],
    ["throw new UsageError('ACME_JOURNAL', 'There is no journal.')", /^There is no journal\.\n$/],
    ['return undefined.length', /^TypeError: Cannot read properties of undefined .*\n {4}at .*command\.js:\S+\n$/],
    ["throw 'no'", /^'no' was thrown, which has no stack\. Throw an Error\.\n$/],
  ])(
    'an error of a command that a package adds is printed in a few lines, and the exit code is 1: %s',
    async (body, text) => {
      const throwing = `import { UsageError } from '@app/core/extending'
      export const command = { description: 'say', options: [], examples: [], async run() { ${body} } }`
      const { code, stdout, stderr } = await runProcess(counting(throwing), ['count'])
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(text)])
    },
  )

  test('if the module of a command that a package adds cannot be loaded, the error names the module', async () => {
    const { code, stderr } = await runProcess(counting('export const other = 1'), ['count'])
    expect([code, stderr]).toEqual([
      1,
      'The module acme-count/command of the command "count" does not export a "command" with a function "run".\n',
    ])
    expect((await runProcess(counting('import "nowhere"'), ['count'])).stderr).toContain(
      'of the command "count" cannot be loaded: ',
    )
  })
})
