import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformSync } from 'esbuild'
import { satisfies } from 'semver'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { installNodes } from '../../tools/nodes/nodes.ts'
import { makeCertificate } from '../programs/deploying/certificate.ts'
import { CHECK_LIMIT } from '../programs/limits.ts'
import { runCommand } from '../programs/run-program.ts'
import { Outside } from './workspace.ts'

const outside = new Outside(inject('tarballs'))
const { folder } = outside
afterAll(() => outside.delete())
outside.add(...['cli', 'config', 'core', 'create', 'router', 'router-find-my-way'].map((name) => `@app/${name}`))
const { code } = transformSync(readFileSync(join(import.meta.dirname, 'nine-lines/app.ts'), 'utf8'), { loader: 'ts' })
writeFileSync(join(folder, 'app.js'), `${code}\nconsole.log(process.version)\nexport default app\n`)
for (const program of ['round-trip.js', 'own-process.js', 'ways-around-node.js']) {
  copyFileSync(join(import.meta.dirname, 'every-node', program), join(folder, program))
}

const { cert, key } = makeCertificate(folder)
const nodes = [...installNodes()].map(([major, path]) => ({ major, path }))
const cli = 'node_modules/@app/cli/dist/main.js'

test.each([
  ['node-20', '20.19.2', '20.19.1'],
  ['node-22', '22.3.0', '22.2.99'],
  ['node-24', '24.0.0', undefined],
])('%s is tested at %s, the lowest of its major that the manifest of a package allows', (name, least, older) => {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../../tools/nodes/package.json'), 'utf8'))
  expect(dependencies[name]).toBe(`npm:node@${least}`)
  const ranges = new Set(inject('tarballs').map(({ manifest }) => manifest.engines.node))
  for (const range of ranges) expect([satisfies(least, range), satisfies(older ?? '', range)]).toEqual([true, false])
})

describe.each(nodes)('node $major', ({ major, path }) => {
  const run = (...args: readonly string[]) => runCommand(path, args, { cwd: folder, env: { CERT: cert, KEY: key } })
  const version = expect.stringMatching(new RegExp(`v${major}\\.\\d+\\.\\d+`))

  test('this node runs a program of nine lines with the packages from the tarballs', async () => {
    const { stdout, stderr, code } = await run('app.js')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [answers, runtime] = stdout.split('\n')
    expect([answers, runtime]).toEqual(['200,200,404 {"id":"7"} /users/7', version])
  })

  test('this node serves the program of nine lines over HTTP, and stops without an error', async () => {
    const { stdout, stderr, code } = await run('round-trip.js')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/ 200 \{"id":"7"\}, 201 é, 404 Not Found$/m)
    expect(stdout).toEqual(version)
  })

  test('workers on this node answer over TLS, by HTTP/1.1 and by HTTP/2, with early hints and trailers', async () => {
    const { stdout, stderr, code } = await run('own-process.js')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^Listening on https:.* \(FindMyWayRouter, 1 route, 2 workers\)\n1\.1 103 hello 7, 2 103 hello 7\n/,
    )
    expect(stdout).toEqual(version)
  })

  test('on this node the server writes the heads of responses by itself, without a call of _storeHeader() in node', async () => {
    expect(await run('ways-around-node.js')).toMatchObject({ code: 0, stdout: 'three 0\n' })
  })

  test('this node runs the command app routes', async () => {
    const { stdout, code } = await run(cli, 'routes')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^GET +\/users\/\{id\} +user\.show /m)])
  })
})

test('the program by which CI runs the tarballs checks that it runs on the requested node, and fails on another one', async () => {
  const [{ major = '', path = '' } = {}] = nodes
  const tarballs = dirname(inject('tarballs')[0]?.path ?? '')
  const program = join(import.meta.dirname, 'every-node/try-tarballs.js')
  // It installs packages.
  const ended = await runCommand(path, [program, tarballs, major], { cwd: folder }, CHECK_LIMIT)
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^v20\.19\.2 runs the \d+ tarballs$/m) })
  expect(await runCommand(path, [program, tarballs, '22'], { cwd: folder })).toMatchObject({ code: 1 })
})

describe('a program on a node that does not run TypeScript', () => {
  const older = (...args: readonly string[]) => runCommand(nodes[0]?.path ?? '', args, { cwd: folder })

  test('node itself refuses an entry file in TypeScript, by its extension', async () => {
    writeFileSync(join(folder, 'main.ts'), 'console.log(1)')
    const { stderr, code } = await older('main.ts')
    expect(stderr).toMatch(/TypeError \[ERR_UNKNOWN_FILE_EXTENSION\]: Unknown file extension "\.ts" for \/.+\/main\.ts/)
    expect(code).toBe(1)
  })

  test('the error for a configuration in TypeScript names a version of node that runs TypeScript', async () => {
    const project = join(folder, 'configured')
    mkdirSync(join(project, 'config'), { recursive: true })
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(project, 'main.js'), "import { loadConfig } from '@app/config'\n\nawait loadConfig()")
    writeFileSync(join(project, 'config/config.ts'), 'export default {}')
    const { stderr, code } = await older(join(project, 'main.js'))
    expect(stderr).toMatch(
      /ConfigFileError: config\/config\.ts: cannot be loaded: Node 20\.\d+\.\d+ does not run TypeScript here\. Use Node 22\.18 or later, or compile the configuration to JavaScript\./,
    )
    expect(code).toBe(1)
  })

  test('a project that npm create @app writes has a node that runs TypeScript among its devDependencies', async () => {
    expect(await older('node_modules/@app/create/dist/main.js', 'shop', '--yes', '--no-install')).toMatchObject({
      code: 0,
    })
    const manifest = JSON.parse(readFileSync(join(folder, 'shop/package.json'), 'utf8'))
    expect(manifest.devDependencies.node).toBe('^24.0.0')
  })
})
