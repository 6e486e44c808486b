import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import { autoload, defineConfig, EnvironmentError, env, explain, loadConfig, resolveConfig } from './index.ts'
import { errorOf, PRINT_CONFIG, project, run } from './project.test.helper.ts'

function resolve(source: object, variables: Record<string, string> = {}): Promise<Record<string, unknown>> {
  return resolveConfig(defineConfig([source]), { root: '/', env: variables })
}

async function problems(source: object, variables: Record<string, string> = {}): Promise<EnvironmentError> {
  const error = await errorOf(resolve(source, variables))
  if (EnvironmentError.is(error)) return error
  throw error
}

describe('env', () => {
  it('env reads a variable only when the configuration is resolved, so each resolution may return another value', async () => {
    const source = { db: { url: env('DATABASE_URL') }, list: [env('A'), { b: env('B') }] }

    expect(await resolve(source, { DATABASE_URL: 'pg://', A: 'a', B: ' b ' })).toEqual({
      db: { url: 'pg://' },
      list: ['a', { b: ' b ' }],
    })
    expect(await resolve(source, { DATABASE_URL: 'other', A: '1', B: '2' })).toMatchObject({ db: { url: 'other' } })
  })

  it('if no variables are passed to resolveConfig, env reads process.env', async () => {
    vi.stubEnv('CONFIG_TEST_VARIABLE', 'from the process')
    onTestFinished(() => void vi.unstubAllEnvs())

    expect(await resolveConfig(defineConfig([{ a: env('CONFIG_TEST_VARIABLE') }]), { root: '/' })).toEqual({
      a: 'from the process',
    })
  })

  it('env returns the fallback if the variable is not set, or is empty', async () => {
    const source = {
      a: env('A', 'x'),
      port: env.integer('PORT', 8080),
      none: env('NONE', null),
      debug: env.boolean('DEBUG', false),
    }

    expect(await resolve(source)).toEqual({ a: 'x', port: 8080, none: null, debug: false })
    expect(await resolve(source, { A: '', PORT: '' })).toMatchObject({ a: 'x', port: 8080 })
  })

  it('env.integer reads integers in decimal digits, and refuses strings such as 1e3 and 0x10', async () => {
    expect(await resolve({ a: env.integer('A'), b: env.integer('B') }, { A: ' -7 ', B: '+08' })).toEqual({
      a: -7,
      b: 8,
    })
    expect((await resolve({ a: env.integer('A') }, { A: '8080' })).a).toBe(8080)
    for (const text of ['1.5', '1e3', '0x10', 'abc', '9007199254740993', 'NaN', '1 2']) {
      expect((await problems({ a: env.integer('A') }, { A: text })).problems[0]?.reason).toBe('ill-formed')
    }
  })

  it('env.number reads decimal numbers, and refuses strings such as Infinity and 1,5', async () => {
    expect(await resolve({ a: env.number('A'), b: env.number('B') }, { A: '1.5', B: '-.5e-3' })).toEqual({
      a: 1.5,
      b: -0.0005,
    })
    const read = async (text: string) => (await resolve({ a: env.number('A') }, { A: text })).a
    const texts = ['7', '10', '12.', '3.25', '.25', '2e3', '1e+10', '1E-2', ' 0.5 ']
    expect(await Promise.all(texts.map(read))).toEqual([7, 10, 12, 3.25, 0.25, 2000, 10_000_000_000, 0.01, 0.5])
    for (const text of ['Infinity', '1e999', '0x10', '.', '1,5']) {
      expect((await problems({ a: env.number('A') }, { A: text })).problems[0]?.reason).toBe('ill-formed')
    }
  })

  it('env.boolean reads true, yes, on and 1 as true, and false, no, off and 0 as false, in upper or lower case', async () => {
    const read = async (text: string) => (await resolve({ a: env.boolean('A') }, { A: text })).a

    expect(await Promise.all(['true', '1', 'YES', ' on '].map(read))).toEqual([true, true, true, true])
    expect(await Promise.all(['false', '0', 'no', 'Off'].map(read))).toEqual([false, false, false, false])
    expect((await problems({ a: env.boolean('A') }, { A: 'maybe' })).problems[0]?.reason).toBe('ill-formed')
  })

  it('one error lists all missing and ill-formed variables, each with its key and file, but without its value', async () => {
    const root = project({
      'config/db.global.ts': "import { env } from '@app/config'\nexport default { db: { url: env('DATABASE_URL') } }",
      'config/server.local.ts':
        "import { env } from '@app/config'\nexport default { server: [{ port: env.integer('PORT') }] }",
    })
    const definition = defineConfig([autoload('config')])
    const error = await errorOf(resolveConfig(definition, { root, env: { PORT: 'hunter2' } }))

    expect(error).toMatchObject({ name: 'EnvironmentError', code: 'APP_ENVIRONMENT' })
    expect(error.message).toBe(
      'The environment does not fit the configuration:\n' +
        '  DATABASE_URL is not set (db.url in config/db.global.ts)\n' +
        '  PORT is not an integer in decimal digits (server[0].port in config/server.local.ts)\n' +
        "Set or correct these variables. One that is not set may have a fallback: env('NAME', fallback).",
    )
    expect((error as EnvironmentError).problems).toMatchObject([
      { variable: 'DATABASE_URL', reason: 'missing', path: ['db', 'url'], type: 'string' },
      { variable: 'PORT', reason: 'ill-formed', path: ['server', 0, 'port'], type: 'integer' },
    ])
    expect(JSON.stringify(error) + error.stack).not.toContain('hunter2')
  })

  it.each([
    [{}, "Set these variables, or give a fallback: env('NAME', fallback)."],
    [{ POOL: 'abc' }, 'Correct these variables. A fallback stands in only for a variable that is not set.'],
  ])('with the variables %o the error says what to do about them', async (variables, remedy) => {
    expect((await problems({ pool: env.integer('POOL') }, variables)).message.split('\n').at(-1)).toBe(remedy)
  })

  it('a missing variable is not an error if a later source replaces the env() value', async () => {
    const sources = [
      { url: env('MISSING'), list: [env('GONE')] },
      { url: 'sqlite:', list: null },
    ]

    expect(await resolveConfig(defineConfig(sources), { root: '/', env: {} })).toEqual({ url: 'sqlite:', list: null })
  })

  it('an env() value replaces a map or list of an earlier source', async () => {
    const sources = [
      { a: { b: 1 }, l: [1] },
      { a: env('A'), l: env('A') },
    ]

    expect(await resolveConfig(defineConfig(sources), { root: '/', env: { A: 'x' } })).toEqual({ a: 'x', l: 'x' })
  })

  it('explain names the variable of an env() value, and tells whether the variable is set', async () => {
    const config = await resolve(
      { password: env('PASSWORD'), user: env('USER_NAME', 'app'), host: env('HOST_NAME', null), plain: 'x' },
      { PASSWORD: 'hunter2' },
    )

    expect(explain(config).map((part) => part.env)).toEqual([
      { variable: 'PASSWORD', isSet: true, type: 'string', isNullable: false },
      { variable: 'USER_NAME', isSet: false, type: 'string', isNullable: false },
      { variable: 'HOST_NAME', isSet: false, type: 'string', isNullable: true },
      undefined,
    ])
    expect(explain(config, 'plain')[0]).not.toHaveProperty('env')
  })

  it('the placeholder of env() throws if it is used in a string, in a sum or as JSON before the configuration is resolved', () => {
    expect(() => `http://${env('HOST')}/`).toThrow(expect.objectContaining({ code: 'APP_ENV_UNRESOLVED' }))
    expect(() => env.integer('PORT') + 1).toThrow("env('PORT') is a placeholder until the configuration is resolved")
    expect(() => JSON.stringify({ host: env('HOST') })).toThrow(
      "env('HOST') is a placeholder until the configuration is resolved, so it cannot be part of a text or a sum. " +
        'Write it as a value of its own, and combine the values in a post-processor.',
    )
  })

  it('env() has the type of the value that it reads', () => {
    expectTypeOf(env('A')).toEqualTypeOf<string>()
    expectTypeOf(env('A', 'x')).toEqualTypeOf<string>()
    expectTypeOf(env('A', null)).toEqualTypeOf<string | null>()
    expectTypeOf(env.integer('A', 8080)).toEqualTypeOf<number>()
    expectTypeOf(env.number('A')).toEqualTypeOf<number>()
    expectTypeOf(env.boolean('A', false)).toEqualTypeOf<boolean>()
    // @ts-expect-error the fallback must have the type of the value
    env.integer('A', '8080')
    // @ts-expect-error undefined is not a fallback
    env('A', undefined)
  })
})

describe('.env', () => {
  const files = {
    '.env': 'GREETING="Hello # all"\nSET=from .env\nAPP_ENV=staging\n',
    'config/config.mjs': `
import { autoload, defineConfig, env } from '@app/config'
export default defineConfig([{ greeting: env('GREETING', 'none'), set: env('SET', 'none') }, autoload('config')])`,
    'config/staging.json': { isStaged: true },
    'main.mjs': PRINT_CONFIG,
  }
  const shell = { NODE_ENV: '', APP_ENV: undefined, SET: 'by the shell' }

  it('variables of the process take precedence over .env in the root, and APP_ENV in .env sets the environment', async () => {
    const root = project(files)

    expect(await run(root, ['main.mjs'], root, shell)).toEqual({
      greeting: 'Hello # all',
      set: 'by the shell',
      isStaged: true,
    })
  })

  it('.env is not read in the environment test, nor if APP_LOCAL is off, nor if the option env of loadConfig gives the variables', async () => {
    const root = project(files)
    const without = { greeting: 'none', set: 'by the shell' }

    expect(await run(root, ['main.mjs'], root, { ...shell, NODE_ENV: 'test' })).toEqual(without)
    expect(await run(root, ['main.mjs'], root, { ...shell, APP_LOCAL: 'off' })).toEqual(without)
    expect(await loadConfig({ from: root, env: {} })).toEqual({ greeting: 'none', set: 'none' })
  })
})
