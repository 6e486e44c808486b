import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { job, jobs, sqlJobs } from '@app/jobs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort, runCommand, startCommand, untilItAnswers } from '../programs/run-program.ts'
import { EFFECTS, ENGINE, GUARD, WITH_DATABASE } from './toolbox-added/toolbox-effects.ts'
import { Outside } from './workspace.ts'

/** The file with handlers that use the packages which `app add` adds. */
const TRIED = join(import.meta.dirname, 'toolbox-added/tried.global.js')
/** The packages whose effects are tested, in the order of their middleware in the pipeline. */
const SHOWN = Object.keys(EFFECTS)
/**
 * The packages of `EFFECTS` whose providers a new application with pages already has in `config/config.ts`, so that
 * `app add` need not add them.
 */
const WRITTEN = ['@app/csrf', '@app/health', '@app/security-headers', '@app/static']
const TOOLBOX = SHOWN.filter((name) => !WRITTEN.includes(name)).toSorted()

const outside = new Outside(inject('tarballs'))
const application = join(outside.folder, 'shop')
const versionOf = (name: string) => inject('tarballs').find((tarball) => tarball.name === name)?.manifest.version
const main = (name: string) => join(outside.folder, `node_modules/@app/${name}/dist/main.js`)
/**
 * The variables that are changed for all programs: `NODE_ENV` is removed, as on a server or for a developer who does
 * not set it.
 */
const env = { NODE_ENV: undefined }

const app = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await runCommand(process.execPath, [main('cli'), ...args], { cwd: application, env })
  expect([code, stdout, stderr]).toEqual([0, expect.any(String), ''])
  return stdout
}

/**
 * Makes an application by `npm create @app`. The packages are installed in the folder above that of the application.
 */
beforeAll(async () => {
  outside.add(
    ...['@app/core', '@app/router', '@app/router-find-my-way', '@app/config', '@app/container-factory'],
    ...['@app/cli', '@app/create', '@app/jobs', ENGINE, GUARD, WITH_DATABASE, ...WRITTEN, ...TOOLBOX],
  )
  const args = [main('create'), 'shop', '--yes', '--pages', '--style', 'configured', '--no-install', '--no-git']
  const { code, stderr } = await runCommand(process.execPath, args, { cwd: outside.folder, env })
  expect([code, stderr]).toEqual([0, ''])
  const manifest = JSON.parse(readFileSync(join(application, 'package.json'), 'utf8'))
  for (const name of ['@app/jobs', ENGINE, GUARD, WITH_DATABASE, ...TOOLBOX])
    manifest.dependencies[name] = `^${versionOf(name)}`
  writeFileSync(join(application, 'package.json'), JSON.stringify(manifest))
})
afterAll(() => outside.delete())

test('in a new application, app add adds each package, without further steps', async () => {
  expect(await app('add', ENGINE)).not.toContain('config.ts')
  // The last one alone, the others by one command; with `FULL`, each one alone.
  const commands = process.env.FULL ? TOOLBOX.map((name) => [name]) : [TOOLBOX.slice(0, -1), TOOLBOX.slice(-1)]
  for (const names of commands) {
    const said = await app('add', ...names)
    for (const name of names) expect(said).toContain(`middleware_pipeline.${name}, priority`)
    // The secret must not appear in the output, since terminals are often recorded.
    expect(said).not.toContain(secret())
  }
  const pipeline = await app('pipeline')
  expect(inOrder(pipeline, SHOWN)).toEqual(SHOWN)
  await app('check')
  expect(importsOf(readFileSync(join(application, 'config/config.ts'), 'utf8'))).toEqual(
    ['@app/config', '@app/core', ...WRITTEN, ...TOOLBOX].toSorted(),
  )
})

test('the application starts with the secret that app add has written, and each package has its effect', async () => {
  const tried = join(application, 'config/autoload/tried.global.js')
  copyFileSync(TRIED, tried)
  const port = await freePort()
  const program = startCommand(process.execPath, ['src/main.ts'], {
    cwd: application,
    env: { ...env, PORT: String(port) },
  })
  const url = `http://127.0.0.1:${port}/`
  await untilItAnswers(url)
  for (const [name, { seen, expected }] of Object.entries(EFFECTS)) {
    expect(await seen((path, init) => fetch(new URL(path, url), init)), name).toMatch(expected)
  }
  program.stop()
  expect(await program.ended).toBe(0)
  rmSync(tried)
})

test('without the secret, the application does not start, and says what to write', async () => {
  const unset = { ...env, APP_SECRET: '', APP_LOCAL: 'false', PORT: '0' }
  const { code, stderr } = await runCommand(process.execPath, ['src/main.ts'], { cwd: application, env: unset })
  expect([code, stderr]).toEqual([1, expect.stringContaining('"secret" is missing. Put APP_SECRET into .env')])
})

test('without the secret, app check says what to write', async () => {
  const args = [main('cli'), 'check', '--env', 'production']
  const unset = { ...env, APP_SECRET: '' }
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd: application, env: unset })
  expect(code).toBe(1)
  expect(stdout + stderr).toContain('session.secret')
  expect(stdout + stderr).toContain(
    '"secret" is missing. Put APP_SECRET into .env, and into the environment of the server',
  )
})

test('transactions need the name of a database, and app check says so until the configuration has it', async () => {
  const added = await runCommand(process.execPath, [main('cli'), 'add', WITH_DATABASE], { cwd: application, env })
  expect(added.stdout).toContain(`middleware_pipeline.${WITH_DATABASE}, priority 1000`)
  expect([added.code, added.stdout + added.stderr]).toEqual([1, expect.stringContaining('"database" is missing')])
  const database = `{ begin: async () => ({ value: 'open', commit: async () => undefined, rollback: async () => undefined }) }`
  writeFileSync(
    join(application, 'config/autoload/database.global.js'),
    `export default {
      transactions: { database: 'shop/database' },
      dependencies: { services: { 'shop/database': ${database} } },
    }`,
  )
  await app('types')
  await app('check')
})

test('with jobs and the name of an engine, app jobs counts, runs, lists, tries again and removes them, and runs them until it is stopped', async () => {
  const added = await runCommand(process.execPath, [main('cli'), 'add', '@app/jobs'], { cwd: application, env })
  expect([added.code, added.stdout + added.stderr]).toEqual([1, expect.stringContaining('"engine" is missing')])
  copyFileSync(
    join(import.meta.dirname, 'toolbox-added/jobs.global.js'),
    join(application, 'config/autoload/jobs.global.js'),
  )
  await app('types')
  const said = async (...args: readonly string[]) => {
    const { code, stdout } = await runCommand(process.execPath, [main('cli'), 'jobs', ...args], {
      cwd: application,
      env,
    })
    return [code, ...stdout.trimEnd().split('\n')]
  }
  expect(await said()).toEqual([0, 'There are no jobs.'])
  const database = new DatabaseSync(join(application, 'jobs.db'))
  const queue = jobs({ engine: sqlJobs(database) })
  const bake = job<{ id: number }>({ name: 'bake' })
  await queue.add(bake, { id: 1 })
  const burnt = await queue.add(bake, { id: -1 }, { delay: 0.001 })
  expect(await said()).toEqual([0, '     2  waiting  bake'])
  expect(await said('drain')).toEqual([
    1,
    expect.stringMatching(/^done +bake /),
    expect.stringMatching(/^failed +bake .* attempt 1$/),
  ])
  expect(await said('failed')).toEqual(
    expect.arrayContaining([expect.stringContaining(`bake  ${burnt}`), expect.stringContaining('It is burnt.')]),
  )
  expect(await said('retry', 'bake')).toEqual([0, '1 failed jobs run again.'])
  await queue.add(bake, { id: 2 })
  const running = startCommand(process.execPath, [main('cli'), 'jobs', 'run'], { cwd: application, env })
  await running.waitFor(/Runs jobs: bake\./)
  await expect.poll(() => queue.counts()).toEqual([{ name: 'bake', state: 'failed', count: 1 }])
  running.stop()
  expect(await running.ended).toBe(0)
  expect(await said('remove', String(burnt))).toEqual([0, '1 jobs were removed.'])
  expect(await said('retry')).toEqual([2, ''])
  expect(await said()).toEqual([0, 'There are no jobs.'])
  database.close()
})

test('with authorization, each route is closed unless it declares who may reach it, and app routes shows that', async () => {
  // The routes of the application are closed now, which the command reports as a new problem.
  const added = await runCommand(process.execPath, [main('cli'), 'add', GUARD], { cwd: application, env })
  expect(added.stdout).toContain(`middleware_pipeline.${GUARD}, priority 2400`)
  expect([added.code, added.stdout]).toEqual([1, expect.stringContaining('is closed to everybody')])
  const file = join(application, 'config/autoload/app.global.ts')
  const metadata = `metadata: { '${GUARD}': 'public' }`
  writeFileSync(file, readFileSync(file, 'utf8').replace("name: 'home' }", `name: 'home', ${metadata} }`))
  const checked = await runCommand(process.execPath, [main('cli'), 'check'], { cwd: application, env })
  expect([checked.code, checked.stdout]).toEqual([1, expect.not.stringContaining('Route GET / ')])
  expect(await app('routes')).toMatch(/\bhome\b.*\bauthorization=public/)
  const port = await freePort()
  const program = startCommand(process.execPath, ['src/main.ts'], {
    cwd: application,
    env: { ...env, PORT: String(port) },
  })
  const url = `http://127.0.0.1:${port}`
  await untilItAnswers(`${url}/`)
  const answers = await Promise.all(['/', '/hello/Ada', '/nothing'].map((path) => fetch(url + path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401])
  expect(answers[1]?.headers.get('www-authenticate')).toBe('Cookie')
  program.stop()
  expect(await program.ended).toBe(0)
})

/** Returns those of the names that occur in a string, in the order in which they occur. */
function inOrder(text: string, names: readonly string[]): readonly string[] {
  const places = names.map((name) => [name, text.search(new RegExp(`${name}(?![\\w-])`))] as const)
  return places
    .filter(([, place]) => place !== -1)
    .toSorted(([, a], [, b]) => a - b)
    .map(([name]) => name)
}

/**
 * The names from which a file imports, in the order of the file. The test expects the order of the alphabet, which the
 * linter of a new application requires.
 */
function importsOf(code: string): readonly string[] {
  return [...code.matchAll(/^import .* from '(.*)'$/gm)].map(([, source = '']) => source)
}

function secret(): string {
  return /^APP_SECRET=(.+)$/m.exec(readFileSync(join(application, '.env'), 'utf8'))?.[1] ?? 'none'
}
