import { describe, expect, test } from 'vitest'
import { appFromConfig, appInCode, project, run, runProcess } from './project.test.helper.ts'

describe('the help of app', () => {
  test('app help prints the commands, the files where the application is looked for, and the exit codes', async () => {
    const { code, stdout } = await runProcess(project({}), ['help'])
    expect(code).toBe(0)
    for (const name of ['serve', 'routes', 'pipeline', 'services', 'config', 'check', 'about', 'make', 'add']) {
      expect(stdout).toMatch(new RegExp(`^  ${name}`, 'm'))
    }
    expect(stdout).toContain('src/app,\napp and config/container')
    expect(stdout).toContain('Exit codes: 0 success, 1 a problem was found, 2 wrong use.')
  })

  test('app routes --help prints the options and examples of the command', async () => {
    const { code, stdout } = await run(project({}), ['routes', '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('--json')
    expect(stdout).toContain('$ app routes --json')
  })
})

describe('wrong use of app', () => {
  test('app with an unknown command ends with exit code 2, and the error suggests a similar command', async () => {
    const { code, stdout, stderr } = await run(project({}), ['rotes'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain("unknown command 'rotes'")
    expect(stderr).toContain('Did you mean routes?')
  })

  test.each([
    [['serve', '--port', '80x'], 'A port must be an integer from 0 to 65535.'],
    [['serve', '--port', '65536'], 'A port must be an integer from 0 to 65535.'],
    [['config', 'ex\x1b[2Jplain'], 'ex\\u001b[2Jplain is not a key.'],
    [['routes', '--\x1b[31mred'], "unknown option '--\\u001b[31mred'"],
    [['make', 'controller', 'x'], 'app make knows no "controller". It makes middleware, handler, provider, module.'],
    [['make', 'handler', '../x'], '../x is not a name for a file.'],
    [['add', '--', '-g'], '-g is not a package.'],
    [[], 'Usage: app'],
  ])('app with the wrong arguments %j ends with exit code 2', async (args, message) => {
    const { code, stderr } = await run(project({ 'app.ts': appInCode('') }), args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

test.each([['routes'], ['check'], ['rotes']])(
  '"app %s" has the same result in the program that the tests share as in a process of its own',
  async (...args) => {
    const broken = "export default { routes: { a: { path: '/', middleware: 'acme/none' } } }"
    const [one, other] = [project(appFromConfig(broken)), project(appFromConfig(broken))]
    const { code, stdout, stderr } = await runProcess(other, args)
    const at = (text: string) => text.replaceAll(other, one)
    expect(await run(one, args)).toEqual({ code, stdout: at(stdout), stderr: at(stderr) })
  },
)
