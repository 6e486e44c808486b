import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { TOOLBOX } from '../../tools/toolbox.ts'
import { runCommand } from '../programs/run-program.ts'
import { startWorker } from '../programs/workerd.ts'
import { Outside } from './workspace.ts'

const BIN = join(import.meta.dirname, '../node_modules/.bin')

/**
 * Parts of `SHOWN`. For each package, `SHOWN` has the output that its program in `toolbox/` has to print on every
 * runtime.
 */
const VISIT = ['undefined ', '7 ', '7 Welcome back.', '7 ', 'undefined ', '__Host-session=']
const CHALLENGES = 'Basic realm="restricted", charset="UTF-8", Cookie'
const SHOWN = {
  authentication: [
    'ada',
    `401 Bearer, ${CHALLENGES}`,
    'bob',
    `401 Bearer error="invalid_token", ${CHALLENGES}`,
    ...['nobody', 'eve', 'eve', 'nobody'],
    ...['robot', `401 Bearer error="invalid_token", ${CHALLENGES}`, '7 once', 'used', 'invalid'],
    ...[10, '/log-in/code?return=%2F', 'half eve', 'eve', false],
  ],
  'authentication-oidc': ['/me', 'https://login.example ada', '/log-in', '/log-in', 'nobody'],
  authorization: [
    ...['200 200 200', '401 403 200', '401 200 403', '401 403 403', '401 404 404'],
    ...['401 403 200', '401 403 403'],
  ],
  'body-parser': [
    '200 {"a":1}',
    '200 {"b":["1","ü"]}',
    '200 {"title":"ü"}',
    '200 {"a":2}',
    '400 Bad Request',
    '200 5',
    '413 Content Too Large',
  ],
  client: ['201 Tea of ü b', '422 body title: missing', 'ü.txt: in it', ...['1 one', '1 two', 'network', 'timeout']],
  compression: [true, true, 'short'],
  'content-disposition': ["attachment; filename=Grun.pdf; filename*=UTF-8''Gr%C3%BCn.pdf", 'inline; filename=ab.pdf'],
  cookies: [500, 'ü,7,hidden', 'ü,,hidden'],
  cors: [
    '204 https://theirs.example PUT',
    '204 https://theirs.example PUT',
    '204 https://theirs.example DELETE',
    'https://theirs.example Origin',
  ],
  csrf: ['403 Forbidden', '200 written', '403 Forbidden', '200 written'],
  development: [
    '500 sorry',
    '"evil.example" is not a name of this machine',
    'token=********',
    'postgres://********@db.example',
  ],
  endpoint: [
    '201 {"id":"a","count":1}',
    '409',
    '422,query.tag,body.title,body.count',
    '400,body',
    '415,body',
    '201 {"id":"b","count":1}',
  ],
  'event-stream': [':,id: 5 data: {"a":1},data: x data: y,:', 'ended', 'boom'],
  health: ['200 {"status":"up"}', '200 {"status":"up"}', '503 {"status":"down"}'],
  i18n: [
    'de Noch 1.500 Notizen! accept-language',
    'Bitte Text.',
    'en 1,500 notes left! accept-language',
    'Text, please.',
  ],
  idempotency: [
    '201 1 ü null',
    '201 1 ü true',
    '422 This Idempotency-Key belongs to another request. null',
    '201 2 x null',
  ],
  jobs: ['4111', 'tart', 'true', 'bake done', 'bake waiting', 'charge done'],
  openapi: ['3.1.1', '/notes/{page},/notes,/plain', 'Note'],
  opentelemetry: ['GET 404 undefined', 'GET /users/{id} 200 7'],
  mount: ['/a/c x', '/c x'],
  'rate-limit': [
    '200 "default";r=1;t=60 null',
    '200 "default";r=0;t=60 null',
    '429 "default";r=0;t=60 60',
    '200 "default";r=1;t=60 null',
  ],
  'security-headers': [true, 'DENY', 9],
  // The last figure is the number of entries in the store: it keeps the id of an ended session for a while, so that a
  // late request cannot bring the session back.
  session: [VISIT, VISIT, 2],
  transactions: ['200,409,500,200', 'works,conflicts', 'works,conflicts'],
  uploads: ['200 ü,grün.txt grün', '413 Content Too Large', true],
  view: [
    '<p title="&quot;">&lt;<a href="about:invalid#javascript-refused">&lt;late&gt;</a></p>',
    '422 <input name="title" value="&quot;">Too short.',
    'APP_MARKUP',
  ],
  webhooks: ['200 msg_1 ü', '401 The webhook has a wrong signature.', '200 msg_2 ü'],
}
/** The output of the program for `connect`, which runs on platforms with the request and response of `node:http`. */
const CONNECT = ['200 one two,/a', '200 5 ü end,6', 'finish']
/** The output of the program for `@app/static`, which runs on platforms with a file system. */
const STATIC = ['200 small', '200 200000', '206 xxxxx', '304 ', '400 Bad Request', '404 elsewhere']
/** The output of the program for `@app/authentication/passwords`, which runs on platforms with scrypt. */
const PASSWORDS = [true, false, false, false, '$scrypt$ln=15,r=8,p=3$']
const CONFIGURED = [
  [
    '@app/opentelemetry',
    '@app/health',
    '@app/security-headers',
    '@app/compression',
    '@app/cors',
    '@app/rate-limit',
    '@app/cookies',
    '@app/session',
    '@app/csrf',
    '@app/authentication',
    'own',
  ],
  ['signed', '__Host-session'],
]

const outside = new Outside(inject('tarballs'))

beforeAll(() => {
  outside.add(
    '@app/core',
    '@app/router',
    '@app/router-rou3',
    '@app/config',
    '@app/container-factory',
    ...TOOLBOX,
    'zod',
  )
  cpSync(join(import.meta.dirname, 'toolbox'), outside.folder, { recursive: true })
  mkdirSync(join(outside.folder, 'served'))
  writeFileSync(join(outside.folder, 'served/small.txt'), 'small')
  symlinkSync('../print.js', join(outside.folder, 'served/link.txt'))
})
afterAll(() => outside.delete())

const runtimes = {
  node: [process.execPath],
  bun: [join(BIN, 'bun'), 'run'],
  deno: [
    join(BIN, 'deno'),
    'run',
    '--allow-read',
    '--allow-write=.',
    '--allow-env',
    '--allow-sys=homedir',
    '--node-modules-dir=manual',
  ],
}

test.each(Object.entries(runtimes))(
  'on %s the program of each package prints its expected output',
  async (_name, [command = '', ...args]) => {
    const shown = async (file: string) => {
      const { code, stdout, stderr } = await runCommand(command, [...args, file], { cwd: outside.folder })
      expect([code, stderr]).toEqual([0, ''])
      return JSON.parse(stdout)
    }
    expect(await shown('print.js')).toEqual({ ...SHOWN, static: STATIC, connect: CONNECT, passwords: PASSWORDS })
    expect(await shown('configured.js')).toEqual(CONFIGURED)
  },
)

test('on deno, which traces by itself, each request has exactly one server span, named after its route if there is one', async () => {
  const env = { OTEL_DENO: 'true', OTEL_EXPORTER_OTLP_PROTOCOL: 'console', NO_COLOR: '1' }
  const [command = '', ...args] = runtimes.deno
  const { code, stdout, stderr } = await runCommand(command, [...args, '--allow-net=127.0.0.1', 'deno-traces.js'], {
    cwd: outside.folder,
    env,
  })
  expect(code, stderr).toBe(0)
  const servers = [...(stdout + stderr).matchAll(/^SPAN (.*) \[\S+\] Server /gm)].map(([, name]) => name)
  expect(servers.toSorted()).toEqual(['GET', 'GET /users/{id}', 'GET /users/{id}/fails'])
  expect(stdout + stderr).toContain('exception.message: gone')
})

test('on workerd, without Node compatibility, the program of each package gives the same output', async () => {
  const { outputFiles } = await build({
    absWorkingDir: outside.folder,
    entryPoints: ['worker.js'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
  })
  const file = join(outside.folder, 'bundle.js')
  writeFileSync(file, outputFiles[0]?.contents ?? '')
  const url = await startWorker(file)
  expect(await (await fetch(url)).json()).toEqual(SHOWN)
})
