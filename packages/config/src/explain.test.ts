import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { autoload, defineConfig, env, explain, replace, resolveConfig } from './index.ts'
import { project, run } from './project.test.helper.ts'

async function origins(sources: readonly object[], key?: string | readonly (string | number)[]): Promise<unknown> {
  const config = await resolveConfig(defineConfig(sources), { root: '/', env: { A: 'a' } })
  return Object.fromEntries(explain(config, key).map((part) => [part.path.join('.'), part.origin.name]))
}

describe('explain', () => {
  it('explain names, for each value below a key, the file that it came from', async () => {
    const root = project({
      'config/autoload/auth.global.json': { middleware_pipeline: { auth: { middleware: ['guard'], priority: 1 } } },
      'config/autoload/auth.local.json': { middleware_pipeline: { auth: { middleware: ['log'], priority: 9 } } },
    })
    const config = await resolveConfig(defineConfig([autoload('config/autoload')]), { root, env: {} })
    const file = (name: string) => ({ name: `config/autoload/${name}`, file: join(root, 'config/autoload', name) })

    expect(explain(config, 'middleware_pipeline.auth')).toEqual([
      { path: ['middleware_pipeline', 'auth', 'middleware', 0], value: 'guard', origin: file('auth.global.json') },
      { path: ['middleware_pipeline', 'auth', 'middleware', 1], value: 'log', origin: file('auth.local.json') },
      {
        ...{ path: ['middleware_pipeline', 'auth', 'priority'], value: 9, origin: file('auth.local.json') },
        overridden: [{ value: 1, origin: file('auth.global.json') }],
      },
    ])
  })

  it('explain returns, for a key in nested maps, the values of all sources that set it, each with its origin', async () => {
    const first = Object.freeze({
      db: Object.freeze({ pool: Object.freeze({ size: 1, hosts: Object.freeze(['a']) }) }),
    })
    const sources = [first, { db: { pool: { size: 2, hosts: ['b'] } } }, { db: { pool: { size: 3 } } }]
    const resolve = () => resolveConfig(defineConfig(sources), { root: '/', env: {} })
    for (const config of [await resolve(), await resolve()]) {
      expect(explain(config, 'db.pool.size').map(({ value, overridden }) => [value, overridden])).toEqual([
        [
          3,
          [
            { value: 2, origin: { name: 'source 2' } },
            { value: 1, origin: { name: 'source 1' } },
          ],
        ],
      ])
      expect(config).toEqual({ db: { pool: { size: 3, hosts: ['a', 'b'] } } })
    }
  })

  it('explain lists the values that later sources replaced, the latest first; for a replaced env() value it has the name of the variable', async () => {
    const sources = [
      { db: { port: 1, host: 'a' } },
      { db: { port: env.integer('PORT_OF_DB', 2) } },
      { db: { port: 3 } },
    ]
    const config = await resolveConfig(defineConfig(sources), { root: '/', env: {} })
    const [port, host] = explain(config, 'db')
    expect(port).toEqual({
      ...{ path: ['db', 'port'], value: 3, origin: { name: 'source 3' } },
      overridden: [
        { variable: 'PORT_OF_DB', origin: { name: 'source 2' } },
        { value: 1, origin: { name: 'source 1' } },
      ],
    })
    expect(host).not.toHaveProperty('overridden')
  })

  it('explain lists the values of all sources as overridden if a post-processor has changed the value', async () => {
    const double = (config: Readonly<Record<string, unknown>>) => ({ ...config, size: Number(config.size) * 2 })
    const definition = defineConfig([{ size: 1 }, { size: 2 }], { postProcessors: [double] })
    const [size] = explain(await resolveConfig(definition, { root: '/', env: {} }))
    expect([size?.value, size?.overridden?.map(({ value }) => value)]).toEqual([4, [2, 1]])
  })

  it('explain names a map by its place in the list of sources, and a function by its own name too, if it has one', async () => {
    function configProvider(): object {
      return { b: 1 }
    }
    expect(await origins([{ a: 1 }, configProvider, () => ({ c: 1 }), async () => ({ d: 1 })])).toEqual({
      a: 'source 1',
      b: 'configProvider (source 2)',
      c: 'source 3',
      d: 'source 4',
    })
  })

  it('without a key, explain returns all values; a key may contain an index of a list, and a list of keys may contain a key with a dot', async () => {
    const source = { l: ['x', { y: 1 }], 'a.b': { c: 1 }, n: { '0': 'zero' } }

    expect(await origins([source])).toEqual({
      'l.0': 'source 1',
      'l.1.y': 'source 1',
      'a.b.c': 'source 1',
      'n.0': 'source 1',
    })
    expect(await origins([source], 'l.1')).toEqual({ 'l.1.y': 'source 1' })
    expect(await origins([source], ['a.b', 'c'])).toEqual({ 'a.b.c': 'source 1' })
    expect(await origins([source], ['n', 0])).toEqual({ 'n.0': 'source 1' })
    expect(await origins([{ l: Array(12).fill('x') }], 'l.11')).toEqual({ 'l.11': 'source 1' })
  })

  it('explain also lists empty maps and empty lists, with their origin', async () => {
    expect(await origins([])).toEqual({ '': 'the list of sources' })
    expect(await origins([{ m: { x: 1 }, l: [] }, { m: replace({}) }, { l: [], e: {} }])).toEqual({
      m: 'source 2',
      l: 'source 3',
      e: 'source 3',
    })
  })

  it('for a key that several sources set, explain names the last of these sources', async () => {
    expect(await origins([{ a: 1, m: { x: 1, y: 1 } }, { a: 2, m: { y: 2 } }, { a: undefined }])).toEqual({
      a: 'source 2',
      'm.x': 'source 1',
      'm.y': 'source 2',
    })
  })

  it('explain returns an empty list for a missing key', async () => {
    const config = await resolveConfig(defineConfig([{ a: { b: 1 }, l: ['x'] }]), { root: '/' })

    expect(explain(config, 'a.c')).toEqual([])
    expect(explain(config, 'a.b.c')).toEqual([])
    expect(explain(config, 'toString')).toEqual([])
    expect(explain(config, 'l.')).toEqual([])
  })

  it('explain names the variable that a value was read from', async () => {
    const config = await resolveConfig(defineConfig([{ a: env('A') }]), { root: '/', env: { A: 'secret' } })

    expect(explain(config, 'a')).toEqual([
      {
        path: ['a'],
        value: 'secret',
        origin: { name: 'source 1' },
        env: { variable: 'A', isSet: true, type: 'string', isNullable: false },
      },
    ])
  })

  it('explain takes a part of the configuration, such as config.a, in place of the whole', async () => {
    const config = await resolveConfig(defineConfig([{ a: { b: 1 } }]), { root: '/' })

    expect(explain(config.a as object, 'b')).toEqual([{ path: ['b'], value: 1, origin: { name: 'source 1' } }])
  })

  it('explain refuses a copy of the configuration', async () => {
    const config = await resolveConfig(defineConfig([{ a: 1 }]), { root: '/' })

    expect(() => explain({ ...config }, 'a')).toThrow(expect.objectContaining({ code: 'APP_CONFIG_UNKNOWN' }))
    expect(() => explain({ ...config }, 'a')).toThrow(
      'explain() got a map whose origins are not known. Pass the map that loadConfig() or resolveConfig() returned: ' +
        'a copy has no origins.',
    )
  })

  it('explain and resolveConfig accept definitions, replace() and configurations that a second copy of @app/config has made', async () => {
    const root = project({
      'main.mjs': `
        import { cpSync, symlinkSync, realpathSync } from 'node:fs'
        const real = realpathSync('node_modules/@app/config')
        cpSync(real + '/src', 'copy/src', { recursive: true })
        symlinkSync(real + '/node_modules', 'copy/node_modules')
        const other = await import('./copy/src/index.ts')
        const { explain, resolveConfig } = await import('@app/config')
        const { autoload, defineConfig, env, file, remove, replace } = other
        const sources = [{ l: [1], x: 1 }, { l: replace([env('A')]), x: remove() }, file('y.json'), autoload('z')]
        const config = await resolveConfig(defineConfig(sources), { root: import.meta.dirname, env: { A: 'a' } })
        const theirs = await other.resolveConfig(defineConfig([{ t: 1 }]), { root: '/' })
        process.stdout.write(JSON.stringify([config, explain(theirs), other.resolveConfig === resolveConfig]))`,
      'y.json': { y: 1 },
      'z/global.json': { z: 1 },
    })

    expect(await run(root, ['main.mjs'])).toEqual([
      { l: ['a'], y: 1, z: 1 },
      [{ path: ['t'], value: 1, origin: { name: 'source 1' } }],
      false,
    ])
  })
})
