import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type ConfigSource, ConfigValidationError, defineConfig, env, explain, resolveConfig } from './index.ts'
import { errorOf } from './project.test.helper.ts'

interface Server {
  readonly port: number
}

type Validate<C> = StandardSchemaV1<unknown, C>['~standard']['validate']

function schema<C = Record<string, unknown>>(validate: Validate<C>): StandardSchemaV1<unknown, C> {
  return { '~standard': { version: 1, vendor: 'test', validate } }
}

function resolve(source: ConfigSource, validate: Validate<Record<string, unknown>>): Promise<Record<string, unknown>> {
  return resolveConfig(defineConfig([source], { schema: schema(validate) }), { root: '/', env: { SECRET: 'hunter2' } })
}

describe('the schema of a configuration', () => {
  it('the schema checks the merged configuration, and the output of the schema becomes the configuration', async () => {
    const config = await resolve({ a: 1, m: { b: 1 } }, (value) => ({ value: { ...(value as object), extra: ['x'] } }))

    expect(config).toEqual({ a: 1, m: { b: 1 }, extra: ['x'] })
    expect(Object.isFrozen(config.extra)).toBe(true)
    expect(explain(config).map((part) => part.origin.name)).toEqual(['source 1', 'source 1', 'schema'])
  })

  it('the schema may validate asynchronously', async () => {
    expect(await resolve({ a: '1' }, async () => ({ value: { a: 1 } }))).toEqual({ a: 1 })
  })

  it('the schema runs after the post-processors', async () => {
    const definition = defineConfig([{ a: 1 }], {
      postProcessors: [(config) => ({ ...config, a: 2 })],
      schema: schema((value) => ({ value: { seen: value } })),
    })

    expect(await resolveConfig(definition, { root: '/' })).toEqual({ seen: { a: 2 } })
  })

  it('the error for a wrong configuration lists all issues of the schema, each with key and source', async () => {
    const error = await errorOf(
      resolve({ server: { ports: ['x'] } }, () => ({
        issues: [
          { message: 'Expected a number', path: ['server', { key: 'ports' }, 0] },
          { message: 'Required', path: ['db'] },
          { message: 'Too small' },
        ],
      })),
    )

    expect(error).toMatchObject({ name: 'ConfigValidationError', code: 'APP_CONFIG_SCHEMA' })
    expect(error.message).toBe(
      'The configuration does not fit its schema:\n' +
        '  server.ports[0] in source 1: Expected a number\n' +
        '  db: Required\n' +
        '  the configuration in source 1: Too small',
    )
    expect((error as ConfigValidationError).issues).toEqual([
      { path: ['server', 'ports', 0], message: 'Expected a number', origin: { name: 'source 1' } },
      { path: ['db'], message: 'Required' },
      { path: [], message: 'Too small', origin: { name: 'source 1' } },
    ])
  })

  it('the error masks the values of env() variables in the messages of the schema', async () => {
    const error = await errorOf(
      resolve({ db: { password: env('SECRET') } }, () => ({
        issues: [
          { message: 'Got "hunter2"', path: ['db', 'password'] },
          { message: 'Bad: hunter2', path: ['db'] },
        ],
      })),
    )

    expect(error.message).toContain('db.password in source 1: Got "***"')
    expect(JSON.stringify(error) + error.stack).not.toContain('hunter2')
  })

  it('the error masks a value of which another value is a part, and no text for a variable that is empty', async () => {
    const source = { db: { user: env('USER_OF_DB'), password: env('PASSWORD'), host: env('HOST_OF_DB', 'localhost') } }
    const validate = () => ({ issues: [{ message: 'Got app at localhost with app-7', path: ['db'] }] })
    const definition = defineConfig([source], { schema: schema(validate) })
    const variables = { USER_OF_DB: 'app', PASSWORD: 'app-7', HOST_OF_DB: '' }
    const error = await errorOf(resolveConfig(definition, { root: '/', env: variables }))

    expect(error.message.split('\n')[1]).toBe('  db in source 1: Got *** at localhost with ***')
  })

  it('a symbol in the path of an issue is shown as text', async () => {
    const error = await errorOf(resolve({}, () => ({ issues: [{ message: 'Unknown', path: [Symbol('secret')] }] })))

    expect((error as ConfigValidationError).issues).toEqual([{ path: ['Symbol(secret)'], message: 'Unknown' }])
  })

  it('if the schema throws or its output is not a map, the error says so', async () => {
    const cause = new Error('broken')
    const threw = await errorOf(resolve({}, () => Promise.reject(cause)))
    const list = await errorOf(resolve({}, () => ({ value: [] as unknown as Record<string, unknown> })))

    expect(ConfigValidationError.is(threw)).toBe(true)
    expect([threw, list]).toMatchObject([{ issues: [] }, { issues: [] }])
    expect(threw).toMatchObject({ message: 'The schema threw an error; see the cause of this error.', cause })
    expect(list.message).toBe('The schema gave a list in place of a map. Use a schema that describes an object.')
  })

  it('the schema determines the type of the configuration', () => {
    const server = schema<Server>(() => ({ value: { port: 1 } }))

    expectTypeOf(() => resolveConfig(defineConfig([{}], { schema: server }))).returns.resolves.toEqualTypeOf<Server>()
  })
})
