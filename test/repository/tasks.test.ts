import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../programs/run-program.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Task {
  readonly taskId: string
  readonly command: string
  readonly inputs: Readonly<Record<string, string>>
  readonly dependencies: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly dependencies?: object
  readonly peerDependencies?: object
  readonly devDependencies?: object
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

const manifests = globSync(['packages/*/package.json', 'examples/*/package.json'], { cwd: ROOT }).filter(
  (path) => globSync(`${dirname(path)}/**/*.test.ts`, { cwd: ROOT, exclude: ['**/node_modules/**'] }).length > 0,
)

describe('the tasks that turbo would run', () => {
  let tasks: readonly Task[]

  beforeAll(async () => {
    const args = [join(ROOT, 'node_modules/turbo/bin/turbo'), 'run', 'build', 'test', '--dry=json']
    const { stdout } = await runCommand(process.execPath, args, { cwd: ROOT, env: { TURBO_TELEMETRY_DISABLED: '1' } })
    tasks = (JSON.parse(stdout) as { readonly tasks: readonly Task[] }).tasks
  })

  test.each(manifests)(
    'the task "test" of %s runs only the tests in the folder of that manifest, without a build',
    (path) => {
      const { name } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { readonly name: string }
      const task = tasks.find(({ taskId }) => taskId === `${name}#test`)
      expect(task?.command).toBe(`vitest run --root ../.. ${dirname(path)}/`)
      expect(task?.dependencies.filter((id) => id.endsWith('#build'))).toEqual([])
    },
  )

  test('no test is an input of a build, so that a changed test rebuilds nothing', () => {
    const builds = tasks.filter(({ taskId, command }) => taskId.endsWith('#build') && command !== '<NONEXISTENT>')
    expect(builds.length).toBeGreaterThan(10)
    const seen = builds.flatMap(({ taskId, inputs }) => Object.keys(inputs).map((file) => `${taskId} ${file}`))
    expect(seen).toContain('@app/static#build src/serve-static.ts')
    expect(seen.filter((file) => file.includes('.test'))).toEqual([])
  })
})

test('the build of a package refers only to packages that turbo builds before it', () => {
  const early = globSync('packages/*/tsconfig.json', { cwd: ROOT }).flatMap((path) => {
    const folder = join(ROOT, dirname(path))
    const { references = [] } = read<{ readonly references?: readonly { readonly path: string }[] }>(join(ROOT, path))
    const { name, dependencies, peerDependencies, devDependencies } = read<Manifest>(join(folder, 'package.json'))
    const needed = { ...dependencies, ...peerDependencies, ...devDependencies }
    const referred = references.map((reference) => read<Manifest>(join(folder, reference.path, 'package.json')).name)
    return referred
      .filter((other) => !(other in needed))
      .map((other) => `${name} refers to ${other}, which it does not need`)
  })
  expect(early).toEqual([])
})

test('the test command of a package runs the tests of the package', async () => {
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', '../..', 'packages/problem-details/']
  const { code, stdout } = await runCommand(process.execPath, args, { cwd: join(ROOT, 'packages/problem-details') })
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Test Files.*[1-9]\d* passed/)])
})
