import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { appFromConfig, appInCode, project, run, runProcess, write } from '../project.test.helper.ts'

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
    expect(await run(root, ['count', '--thrice'])).toMatchObject({ code: 2 })
  })

  test('a command that a package adds gets the arguments after its name if it declares arguments', async () => {
    const taking = `export const command = {
      description: 'say', usage: '[action] [file]', options: [], examples: [],
      async run({ args, print }) { print(args.join('+')); return 0 },
    }`
    const root = counting(taking)
    expect((await run(root, ['count', 'import', 'a.json'])).stdout).toBe('import+a.json\n')
    expect((await run(root, ['count'])).stdout).toBe('\n')
    expect((await run(counting(), ['count', 'import'])).code).toBe(2)
  })

  test('app --help lists a command that a package adds, and app count --help prints its options and examples', async () => {
    const root = counting()
    expect((await run(root, ['help'])).stdout).toMatch(/^ {2}count .*count the routes$/m)
    const { stdout } = await run(root, ['count', '--help'])
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
      const { code, stdout, stderr } = await run(counting(throwing), ['count'])
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(text)])
    },
  )

  test('if the module of a command that a package adds cannot be loaded, the error names the module', async () => {
    const { code, stderr } = await run(counting('export const other = 1'), ['count'])
    expect([code, stderr]).toEqual([
      1,
      'The module acme-count/command of the command "count" does not export a "command" with a function "run".\n',
    ])
    expect((await run(counting('import "nowhere"'), ['count'])).stderr).toContain(
      'of the command "count" cannot be loaded: ',
    )
  })
})

const CONFIG = `
const life = (name) => ({
  start: () => void console.log(name + ' starts'),
  dispose: () => void console.log(name + ' ends'),
})
class Users {
  static inject = ['acme/db']
  names = []
  constructor(db) { this.db = db }
  dispose() { console.log('users end with', this.names.join()) }
}
export default {
  dependencies: {
    factories: { 'acme/db': async () => life('db'), 'acme/users': Users, 'acme/janitor': () => life('janitor') },
    eager: ['acme/janitor'],
  },
}
`
const IMPORT = `export const command = {
  description: 'import users',
  usage: '<file>',
  options: [{ flags: '--role <role>', description: 'the role of all' }],
  inject: ['acme/users'],
  async run({ args, options, print }, users) {
    if (args[0] === 'none.csv') return 2
    users.names.push(args[0], options.role ?? 'member')
    console.log('importing')
    print('1 user')
    return 0
  },
}`

/** Makes an application with a command of its own. */
function importing(module: string = IMPORT, commands: object = { 'import-users': './src/import-users.js' }): string {
  return project({
    ...appFromConfig(CONFIG),
    'package.json': {
      type: 'module',
      dependencies: { '@app/router-find-my-way': '^1.0.0' },
      app: { application: './config/container.ts', commands },
    },
    'src/import-users.js': module,
  })
}

describe('a command of the application', () => {
  test('gets its arguments, its options and the services in inject, which are disposed of afterwards, and no eager service is made', async () => {
    const ran = await runProcess(importing(), ['import-users', 'a.csv', '--role', 'admin'])
    expect(ran).toEqual({ code: 0, stdout: '1 user\n', stderr: 'importing\nusers end with a.csv,admin\ndb ends\n' })
  })

  test('decides the exit code, and the services are disposed of also if it fails', async () => {
    expect(await run(importing(), ['import-users', 'none.csv'])).toMatchObject({
      code: 2,
      stderr: 'users end with \ndb ends\n',
    })
    expect(await run(importing(), ['import-users'])).toMatchObject({ code: 2, stdout: '' })
    const failing = IMPORT.replace("console.log('importing')", "throw new Error('no disk')")
    const { code, stderr } = await run(importing(failing), ['import-users', 'a.csv'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/users end with a\.csv,member\ndb ends\nError: no disk\n/),
    ])
  })

  test('a service that cannot be disposed of makes the exit code 1', async () => {
    const root = importing()
    write(root, {
      'config/autoload/app.global.ts': CONFIG.replace(
        "void console.log(name + ' ends')",
        "{ throw new Error('stuck') }",
      ),
    })
    expect(await run(root, ['import-users', 'a.csv'])).toMatchObject({
      code: 1,
      stdout: '1 user\n',
      stderr: expect.stringContaining('stuck') as unknown,
    })
  })

  test('eager: true starts the eager services before it runs', async () => {
    const eager = IMPORT.replace('inject:', 'eager: true, inject:')
    const { stderr } = await run(importing(eager), ['import-users', 'a.csv'])
    expect(stderr).toMatch(/^janitor starts\nimporting\n/)
    expect(stderr).toContain('janitor ends\n')
  })

  test('app help lists it, and its own help shows usage and options', async () => {
    const root = importing()
    expect((await run(root, ['help'])).stdout).toMatch(/^ {2}import-users .*import users$/m)
    const { code, stdout } = await run(root, ['import-users', '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: app import-users [options] <file>')
    expect(stdout).toContain('--role <role>')
    expect(stdout).not.toContain('Examples:')
  })

  test('a service that the container lacks is named, with a similar one', async () => {
    const { code, stderr } = await run(importing(IMPORT.replace("['acme/users']", "['acme/user']")), [
      'import-users',
      'a.csv',
    ])
    expect([code, stderr]).toEqual([
      1,
      'The command "import-users" takes the service "acme/user", and the container has no such service. Did you mean "acme/users"?\n',
    ])
  })

  test('the name of a command of app is refused', async () => {
    const { code, stderr } = await run(importing(IMPORT, { check: './src/import-users.js' }), ['help'])
    expect([code, stderr]).toEqual([
      1,
      'A package.json adds the command "check" to app, which has this command itself. Give the new one another name.\n',
    ])
  })

  test('the name of a command of app is refused too when that is called', async () => {
    const root = importing(IMPORT, { routes: './src/import-users.js' })
    const { code, stdout, stderr } = await run(root, ['routes'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('adds the command "routes" to app, which has this command itself')
  })

  test.each([
    [{ 'do-it': 5 }, '"app.commands" has for "do-it" 5. Write the module of the command, such as "./src/do-it.js".'],
    ['./src/do-it.js', '"app.commands" must be a map from names to modules, got "./src/do-it.js".'],
  ])('the commands %j, which are not modules by name, are refused', async (commands, message) => {
    const { code, stderr } = await run(importing(IMPORT, commands as object), ['do-it'])
    expect([code, stderr]).toEqual([1, `In package.json, ${message}\n`])
  })

  test.each(["'3 users'", '1.5', '256', 'null'])(
    'a run that resolves to %s is an error that says to what',
    async (value) => {
      const odd = IMPORT.replace('return 0', `return ${value}`)
      const { code, stderr } = await run(importing(odd), ['import-users', 'a.csv'])
      expect(code).toBe(1)
      expect(stderr).toContain(`The command "import-users" must resolve with its exit code: 0 for success`)
      expect(stderr).not.toContain('ERR_INVALID_ARG_TYPE')
      expect(stderr).toContain('db ends')
    },
  )

  test('a run in JavaScript that returns nothing was successful', async () => {
    const { code, stdout } = await run(importing(IMPORT.replace('return 0', '')), ['import-users', 'a.csv'])
    expect([code, stdout]).toEqual([0, '1 user\n'])
  })

  test('a module that does not exist is named', async () => {
    const { code, stderr } = await run(importing(IMPORT, { 'import-users': './src/nowhere.js' }), ['import-users'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The module \.\/src\/nowhere\.js of the command "import-users" cannot be loaded: /),
    ])
  })
})
