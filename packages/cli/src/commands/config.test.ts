import { describe, expect, test } from 'vitest'
import { appFromConfig, project, run, runJson } from '../project.test.helper.ts'

const CONFIG = `
import { env } from '@app/config'
class Pool { password = 'S3CRET-1' }
export default {
  greeting: 'Hello',
  port: env.integer('PORT_OF_THE_TEST', 8080),
  fromEnvironment: env('GREETING', 'Hi'),
  pool: new Pool(),
  hosts: ['a', 'b', 'c'],
  'a.b': { c: 1 },
  nothing: {},
  db: {
    password: 'S3CRET-2', db_password: 'S3CRET-3', apiKey: 'S3CRET-4', accessToken: 'S3CRET-5', DSN: 'S3CRET-6',
    pin: 10293847, url: 'postgres://ada:S3CRET-7@db.example.org/app', replica: new URL('redis://:S3CRET-8@cache/0'),
    odd: 'mysql://root:S3@CRET-9@db/app', query: 'https://x.example/?token=S3CRET-10&page=2',
    text: 'Server=db;Password=S3CRET-11;Port=1',
  },
  headers: [['authorization', 'Bearer S3CRET-12'], ['x', 'Basic UzNDUkVULTEz'], ['x-api-key', 'S3CRET-20']],
  parameters: [{ name: 'dbpassword', value: 'S3CRET-21' }, { name: 'host', value: 'db' }], args: ['--token', 'S3CRET-22'],
  nested: { clientsecret: { current: ['S3CRET-23', { old: 'S3CRET-24' }] } }, bytes: Buffer.from('S3CRET-25'),
  PGPASSWORD: 'S3CRET-26', accesstoken: 'S3CRET-27', link: 'postgres://u:p@S3CRET-28:w/d@host',
  credentials: { user: 'S3CRET-14', list: ['S3CRET-15'] },
  jwt: 'x', raw: 'eyJhbGciOiJIUzI1NiJ9.S3CRET.16', 'https://u:S3CRET-17@h/': 1,
  pem: '-----BEGIN PRIVATE KEY-----\\nS3CRET-18\\n-----END PRIVATE KEY-----',
  dependencies: { services: { 'acme/secret': 'S3CRET-19' }, aliases: { 'acme/token': 'acme/secret' } },
  flags: { hasSecret: true, passwordless: false, secret: null, monkey: 'banana', author: 'Ada' },
  routes: { token: { path: '/{id}', middleware: () => new Response(), options: { tokens: { id: 'x+' } } } },
}
`

const LOCAL = "export default { greeting: 'Hi', db: { host: 'db.local' } }"

function configured(): string {
  return project({ ...appFromConfig(CONFIG), 'config/autoload/app.local.ts': LOCAL })
}

interface Part {
  readonly key: string
  readonly value: unknown
  readonly origin: string
}

describe('app config', () => {
  test('app config shows the type of each value in place of the value', async () => {
    const { code, stdout } = await run(configured(), ['config'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^KEY +KIND$/m)
    expect(stdout).toMatch(/^greeting +string$/m)
    expect(stdout).toMatch(/^port +number \(variable PORT_OF_THE_TEST\)$/m)
    expect(stdout).toMatch(/^pool +object of Pool$/m)
    expect(stdout).toMatch(/^hosts +list of 3$/m)
    expect(stdout).toMatch(/^flags\n {2}hasSecret +true$/m)
    expect(stdout).toMatch(/^ {2}secret +null$/m)
    expect(stdout).not.toMatch(/8080|db\.local|banana/)
  })

  test('app config shows the factory of the application without the constants beside it', async () => {
    const { stdout } = await run(configured(), ['config', 'dependencies.factories'])
    expect(stdout).toMatch(/@app\/core\/Application\n +create +\[function create\]\n +@app\/core\/Logger/)
  })

  test('app config --json prints the configuration with the type of each value in place of the value', async () => {
    const config = await runJson<Record<string, unknown>>(configured(), ['config'])
    expect(config).toMatchObject({ greeting: 'string', hosts: 'list of 3', nothing: {}, db: { host: 'string' } })
  })

  test('app config --show-values shows the merged values', async () => {
    const { code, stdout } = await run(configured(), ['config', '--show-values'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^greeting +"Hi"$/m)
    expect(stdout).toMatch(/^port +8080 \(variable PORT_OF_THE_TEST\)$/m)
    expect(stdout).toMatch(/^pool +"\[object of Pool\]"$/m)
    expect(stdout).toMatch(/^\["a\.b"\]\n {2}c +1$/m)
    expect(stdout).toMatch(/^routes\n {2}token\n {4}path +"\/\{id\}"\n {4}middleware +"\[function middleware\]"$/m)
  })

  test('app config --show-values --json prints the merged configuration', async () => {
    const config = await runJson<Record<string, unknown>>(configured(), ['config', '--show-values'])
    expect(config).toMatchObject({ greeting: 'Hi', port: 8080, nothing: {}, 'a.b': { c: 1 }, db: { host: 'db.local' } })
    expect(config.routes).toMatchObject({ token: { path: '/{id}', options: { tokens: { id: 'x+' } } } })
  })
})

describe('app config KEY', () => {
  test.each([
    ['db.host', 'KEY     VALUE\ndb\n  host  "db.local"\n'],
    ['["a.b"]', 'KEY      VALUE\n["a.b"]\n  c      1\n'],
    ['"a.b"', 'KEY      VALUE\n["a.b"]\n  c      1\n'],
    ['"a.b".c', 'KEY      VALUE\n["a.b"]\n  c      1\n'],
    ['"db"."host"', 'KEY     VALUE\ndb\n  host  "db.local"\n'],
    ['hosts', 'KEY    VALUE\nhosts\n  [0]  "a"\n  [1]  "b"\n  [2]  "c"\n'],
    ['greeting', 'KEY       VALUE\ngreeting  "Hi"\n'],
    ['credentials', 'KEY          VALUE\ncredentials\n  user       "********"\n  list\n    [0]      "********"\n'],
  ])('app config with the key %s shows only the part of the configuration below this key', async (key, tree) => {
    expect(await run(configured(), ['config', key, '--show-values'])).toEqual({ code: 0, stdout: tree, stderr: '' })
  })

  test('app config KEY --json prints only the part of the configuration below the key', async () => {
    expect(await runJson(configured(), ['config', 'db.host'])).toBe('string')
    expect(await runJson(configured(), ['config', 'flags', '--show-values'])).toMatchObject({ monkey: 'banana' })
  })

  test.each([
    ['db.hots', 1, 'The configuration has no db.hots. Did you mean db.host?'],
    ['explian', 1, 'The configuration has no explian. Did you mean explain?'],
    ['zzz.y', 1, 'The configuration has no zzz.y. app config lists its keys.'],
    ['db..host', 2, 'db..host is not a key.'],
    ['"db"host', 2, '"db"host is not a key.'],
    ['db"host"', 2, 'db"host" is not a key.'],
    ['["db"', 2, '["db" is not a key.'],
  ])('app config %s ends with exit code %i and the error: %s', async (key, code, message) => {
    expect(await run(configured(), ['config', key])).toMatchObject({ code, stderr: expect.stringContaining(message) })
  })

  test('app config with two keys ends with exit code 2, and the error names two correct commands', async () => {
    const { code, stderr } = await run(configured(), ['config', 'db', 'host'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Write app config db, or app config explain host.')])
  })
})

describe('app config explain', () => {
  test('app config explain names the file that each value came from', async () => {
    const parts = await runJson<Part[]>(configured(), ['config', 'explain'])
    const originOf = (key: string) => parts.find((part) => part.key === key)?.origin
    expect(originOf('greeting')).toBe('config/autoload/app.local.ts')
    expect(originOf('port')).toBe('config/autoload/app.global.ts')
    expect(originOf('db.host')).toBe('config/autoload/app.local.ts')
  })

  test.each([
    ['db.host', 'db.host  "db.local"  config/autoload/app.local.ts'],
    ['["a.b"].c', '["a.b"].c  1      config/autoload/app.global.ts'],
    ['hosts[1]', 'hosts[1]  "b"    config/autoload/app.global.ts'],
    ['routes.token.path', 'routes.token.path  "/{id}"  config/autoload/app.global.ts'],
  ])('app config explain with a key shows only the line of this key: %s', async (key, line) => {
    const { code, stdout } = await run(configured(), ['config', 'explain', key, '--show-values'])
    expect([code, stdout.split('\n')[1]]).toEqual([0, line])
  })

  test('app config explain also shows the values that a later file has overridden, each with its file', async () => {
    const root = configured()
    const { stdout } = await run(root, ['config', 'explain', 'greeting', '--show-values'])
    expect(stdout.trimEnd().split('\n').slice(1)).toEqual([
      'greeting  "Hi"     config/autoload/app.local.ts',
      '          "Hello"  config/autoload/app.global.ts, overridden',
    ])
    const [part] = await runJson<object[]>(root, ['config', 'explain', 'greeting'])
    expect(part).toMatchObject({
      value: 'string',
      overridden: [{ value: 'string', origin: 'config/autoload/app.global.ts' }],
    })
  })

  test('app config explain ends with the exit code 1 for a missing key, and with 2 for a malformed key', async () => {
    const root = configured()
    const [missing, wrong] = await Promise.all([
      run(root, ['config', 'explain', 'db.nope']),
      run(root, ['config', 'explain', 'db..host']),
    ])
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('The configuration has no db.nope.')])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('db..host is not a key.')])
  })
})

describe('secrets in the output of app config', () => {
  const SECRET = /S3CRET|S3@CRET|CRET-9|UzNDUkVULTEz|10293847|GIVEN/

  test.each([
    [[]],
    [['--json']],
    [['explain']],
    [['explain', '--json']],
    [['explain', 'db.password']],
    [['explain', 'headers[2][1]']],
    [['explain', 'credentials', '--json']],
  ])('app config with the arguments %j masks secrets, with --show-values and without', async (args) => {
    const root = configured()
    const [kinds, values] = await Promise.all(
      [[], ['--show-values']].map((more) => run(root, ['config', ...args, ...more], { GREETING: 'GIVEN' })),
    )
    expect([kinds?.code, values?.code]).toEqual([0, 0])
    expect(kinds?.stdout).not.toMatch(SECRET)
    expect(values?.stdout).toContain('********')
    expect(values?.stdout).not.toMatch(SECRET)
  })

  test('app config --show-secrets shows the value of a secret', async () => {
    const { stdout } = await run(configured(), ['config', 'explain', 'db.password', '--show-secrets'])
    expect(stdout).toMatch(/^db\.password +"S3CRET-2"/m)
  })

  test('app config does not mask values that are not secrets, such as null, or the value of a key such as monkey', async () => {
    const config = await runJson<Record<string, unknown>>(configured(), ['config', '--show-values'])
    expect(config.flags).toEqual({
      hasSecret: true,
      passwordless: false,
      secret: null,
      monkey: 'banana',
      author: 'Ada',
    })
    expect(config.db).toMatchObject({
      url: 'postgres://********@db.example.org/app',
      query: 'https://x.example/?token=********&page=2',
      text: 'Server=db;Password=********;Port=1',
    })
    expect(config.dependencies).toMatchObject({ aliases: { 'acme/token': 'acme/secret' } })
  })

  test('app config shows roles, permissions and requirements, and options of cookies, csrf and authentication, but their secrets', async () => {
    const root = project(
      appFromConfig(`import '@app/authorization'
const page = () => new Response()
export default {
  authorization: { roles: { token: ['key'], key: [] }, permissions: { key: ['token.*', 'note.list'] } },
  authentication: { bearer: { issuer: 'https://id.example', secret: 'S3CRET' }, apiKeys: { prefix: 'acme' } },
  cookies: { secure: 1, secret: 'S3CRET' },
  csrf: { field: 'proof' },
  routes: { note: { path: '/', middleware: page, metadata: { '@app/authorization': { roles: ['token', 'key'] } } } },
}`),
    )
    const parts = await runJson<Part[]>(root, ['config', 'explain', '--show-values'])
    const shown = parts.filter(({ key }) => !/^(?:dependencies|routes\.note\.(?:path|middleware))/.test(key))
    expect(shown.map(({ key, value }) => [key, value])).toEqual([
      ['authorization.roles.token[0]', 'key'],
      ['authorization.roles.key', []],
      ['authorization.permissions.key[0]', 'token.*'],
      ['authorization.permissions.key[1]', 'note.list'],
      ['authentication.bearer.issuer', 'https://id.example'],
      ['authentication.bearer.secret', '********'],
      ['authentication.apiKeys.prefix', 'acme'],
      ['cookies.secure', 1],
      ['cookies.secret', '********'],
      ['csrf.field', 'proof'],
      ['routes.note.metadata.@app/authorization.roles[0]', 'token'],
      ['routes.note.metadata.@app/authorization.roles[1]', 'key'],
    ])
  })

  test.each([
    ['dependencies', { eager: ['acme/token', 'acme/queue'] }, 'dependencies.eager[1]', 'acme/queue'],
    [
      'middleware_pipeline',
      { a: { middleware: ['acme/token', 'acme/log'] } },
      'middleware_pipeline.a.middleware[1]',
      'acme/log',
    ],
    ['routes', [{ path: '/', middleware: ['acme/token', 'acme/log'] }], 'routes[0].middleware[1]', 'acme/log'],
    ['acme', { list: ['token', 'x'] }, 'acme.list[1]', '********'],
  ])(
    'in a list in %s, app config masks an item after an item such as token, unless the items are names of services',
    async (section, entries, key, value) => {
      const root = project({
        ...appFromConfig('export default {}'),
        'config/app.ts': `import { Application } from '@app/core'
export default new Application({ container: new Map([['config', ${JSON.stringify({ [section]: entries })}]]) })`,
      })
      const parts = await runJson<Part[]>(root, ['config', 'explain', '--show-values', '--app', 'config/app.ts'])
      expect(parts.find((part) => part.key === key)?.value).toBe(value)
    },
  )

  test('app config masks each value that was read from an environment variable, and shows the name of the variable', async () => {
    const { stdout } = await run(configured(), ['config', '--show-values'], { GREETING: 'GIVEN' })
    expect(stdout).toMatch(/^fromEnvironment +"\*{8}" \(variable GREETING\)$/m)
  })
})
