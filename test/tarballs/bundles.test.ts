import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { BUNDLERS, installBundlers } from '../../tools/bundlers/bundlers.ts'
import { newFolder } from '../../tools/new-folder.ts'
import { installNodes } from '../../tools/nodes/nodes.ts'
import { CHECK_LIMIT } from '../programs/limits.ts'
import { freePort, runCommand, startCommand, untilItAnswers } from '../programs/run-program.ts'
import { Outside, ROOT } from './workspace.ts'

const ROUTERS = {
  '@app/router-find-my-way': 'FindMyWayRouter',
  '@app/router-trouter': 'TrouterRouter',
  '@app/router-rou3': 'Rou3Router',
}
const [FIRST = ''] = Object.keys(ROUTERS)

/**
 * The rows of the table in docs/deploying/bundling.md: each bundler, with the command that builds a bundle and the
 * command that starts it.
 */
const page = readFileSync(join(ROOT, 'docs/deploying/bundling.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\S.*?) +\| `(.+?)` +\| `(.+?)` +\|$/gm)].map(
  ([, bundler = '', build = '', start = '']) => ({ bundler, build, start }),
)
const bundles = Object.keys(ROUTERS).flatMap((router) => rows.map((row) => ({ ...row, router })))
/**
 * The bundles that this run tries. With `FULL`, which `pnpm test:full` sets, these are all; else those with the
 * first router, without Next, which takes as long as all others, and whose bundlers have rows of their own.
 */
const tried = process.env.FULL
  ? bundles
  : bundles.filter(({ router, build }) => router === FIRST && !build.includes('next build'))

const VIEWER = join(ROOT, 'test/node_modules/swagger-ui-dist')
const outside = new Outside(inject('tarballs'))
const inOutside = (...path: readonly string[]) => join(outside.folder, ...path)
const nodes = [...installNodes()]
const path = installBundlers()
const pathWith = (node = '') => [dirname(node), path].join(delimiter)
/** The folder in which a bundle runs. It has no packages, except swagger-ui-dist, whose files the bundle reads. */
let elsewhere = ''

beforeAll(() => {
  cpSync(join(import.meta.dirname, 'bundled'), outside.folder, { recursive: true })
  const sources = ['application.js', 'main.js'].map((file) => readFileSync(inOutside(file), 'utf8')).join()
  outside.add(...new Set(sources.match(/@app\/[\w-]+/g)), ...Object.keys(ROUTERS))
  for (const name of ['next', 'react', 'react-dom']) symlinkSync(join(BUNDLERS, name), inOutside('node_modules', name))
  symlinkSync(VIEWER, inOutside('node_modules/swagger-ui-dist'))
})
afterAll(() => outside.delete())
afterEach(() => {
  for (const made of ['out', '.next']) rmSync(inOutside(made), { recursive: true, force: true })
  rmSync(elsewhere, { recursive: true, force: true })
})

test('docs/deploying/bundling.md names every installed bundler', () => {
  const { dependencies } = JSON.parse(readFileSync(join(BUNDLERS, '../package.json'), 'utf8'))
  const named = rows.map(({ build }) => build).join()
  const unnamed = Object.keys(dependencies).filter(
    (name) => !named.includes(name.replace(/^.*\/(plugin-)?|-cli$/g, '')),
  )
  expect(unnamed).toEqual(['react', 'react-dom'])
})

test.each(tried)(
  '$bundler bundles an application with $router, and the bundle runs',
  async ({ router, build, start }) => {
    const env = { NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' }
    writeFileSync(inOutside('router.js'), `export { ${ROUTERS[router as never]} as Router } from '${router}'\n`)
    writeSettings(outside.folder, 'module')
    const isExecutable = build.includes('--build-sea')
    const buildEnv = { ...env, PATH: pathWith(isExecutable ? nodes.at(-1)?.[1] : process.execPath) }
    const built = await runCommand('sh', ['-c', build], { cwd: outside.folder, env: buildEnv }, CHECK_LIMIT)
    expect(built.code, built.stdout + built.stderr).toBe(0)
    expect(built.stdout + built.stderr).not.toMatch(/warning|\(!\)/i)

    const cwd = start.startsWith('next') ? outside.folder : movedElsewhere()
    if (isExecutable) writeSettings(cwd, 'json')
    const port = await freePort()
    const program = startCommand('sh', ['-c', `exec ${start}`], {
      cwd,
      env: { ...env, PATH: pathWith(nodes[0]?.[1]), PORT: String(port) },
    })
    const url = `http://localhost:${port}/users/7`
    await Promise.race([untilItAnswers(url), program.ended.then(() => expect.unreachable(program.output()))])
    const answer = await fetch(url)
    expect(answer.status, program.output()).toBe(200)
    expect(await answer.json()).toMatchObject({ id: '7', greeting: 'Hello from the disk!' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('set-cookie')).toMatch(/^seen=7\.[\w-]{43};/)
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    const style = await fetch(new URL('/docs?file=swagger-ui.css', url))
    expect([style.status, style.headers.get('content-type')], program.output()).toEqual([
      200,
      'text/css; charset=utf-8',
    ])
    expect((await fetch(new URL('/nope', url))).status).toBe(404)
    program.stop()
    await program.ended
  },
)

/** Writes the file that the bundle reads when it runs: a module, which it imports, or JSON. */
function writeSettings(folder: string, kind: 'module' | 'json'): void {
  const settings = JSON.stringify({ greeting: 'Hello from the disk!' })
  rmSync(join(folder, 'settings'), { recursive: true, force: true })
  mkdirSync(join(folder, 'settings'))
  if (kind === 'json') writeFileSync(join(folder, 'settings/global.json'), settings)
  else writeFileSync(join(folder, 'settings/global.js'), `export default ${settings}\n`)
}

/** Moves the built files to a folder without the packages, and returns the folder. */
function movedElsewhere(): string {
  elsewhere = newFolder('bundle')
  renameSync(inOutside('out'), join(elsewhere, 'out'))
  writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(elsewhere, 'node_modules'))
  symlinkSync(VIEWER, join(elsewhere, 'node_modules/swagger-ui-dist'))
  writeSettings(elsewhere, 'module')
  return elsewhere
}
