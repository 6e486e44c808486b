import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  autoload,
  type ConfigDefinition,
  type ConfigSource,
  defineConfig,
  file,
  loadConfig,
  type PostProcessor,
  resolveConfig,
} from './index.ts'
import { errorOf, project } from './project.test.helper.ts'

interface Config {
  readonly port?: number
  readonly routes?: readonly string[]
}

function failure(source: unknown): Promise<Error> {
  return errorOf(resolveConfig(defineConfig([{}, source as ConfigSource]), { root: '/' }))
}

describe('defineConfig', () => {
  it('2.8: defineConfig takes maps, functions, async functions, files and folders, and merges them in the given order', async () => {
    const root = project({ 'x.json': { order: ['file'] }, 'autoload/global.json': { order: ['autoload'] } })
    const sources = [
      { order: ['map'] },
      () => ({ order: ['function'] }),
      file('x.json'),
      async () => ({ order: ['async function'] }),
      autoload('autoload'),
      { order: ['last'] },
    ]

    expect(await resolveConfig(defineConfig(sources), { root })).toEqual({
      order: ['map', 'function', 'file', 'async function', 'autoload', 'last'],
    })
  })

  it('defineConfig calls no provider, and each call of resolveConfig calls each provider once', async () => {
    let calls = 0
    const definition = defineConfig([() => ({ calls: ++calls })])

    expect(calls).toBe(0)
    expect(await resolveConfig(definition, { root: '/' })).toEqual({ calls: 1 })
    expect(await resolveConfig(definition, { root: '/' })).toEqual({ calls: 2 })
  })

  it('resolveConfig loads the sources one after another, and waits for each before it loads the next', async () => {
    const log: string[] = []
    const slow = async () => {
      await new Promise((done) => setTimeout(done, 5))
      log.push('slow')
      return {}
    }
    const fast = () => {
      log.push('fast')
      return {}
    }
    await resolveConfig(defineConfig([slow, fast]), { root: '/' })

    expect(log).toEqual(['slow', 'fast'])
  })

  it('a later change of the list that was passed to defineConfig does not change the definition', () => {
    const sources: ConfigSource[] = [{ a: 1 }]
    const definition = defineConfig(sources)
    sources.push({ b: 1 })

    expect(definition.sources).toEqual([{ a: 1 }])
  })

  it.each<[string, (option: object) => unknown, string, string]>([
    ['defineConfig()', (option) => defineConfig([], option), 'schemas', 'schema'],
    ['loadConfig()', (option) => loadConfig(option), 'form', 'from'],
    ['resolveConfig()', (option) => resolveConfig(defineConfig([]), option), 'roots', 'root'],
  ])('%s refuses an unknown option with an error that names it', async (owner, call, wrong, right) => {
    const attempt = async () => call({ [wrong]: 'x' })
    await expect(attempt()).rejects.toThrow(`${owner}: unknown option "${wrong}". Did you mean "${right}"?`)
  })

  it('a value that is not a source is refused, with an error that names its place in the list of sources', async () => {
    const error = await failure(undefined)

    expect(error).toMatchObject({ code: 'APP_CONFIG_PROVIDER' })
    expect(error.message).toBe(
      'source 2 of the configuration is undefined. A source is a map, a function that gives a map, autoload(folder), file(path) or search(name).',
    )
    expect((await failure(['a'])).message).toContain('source 2 of the configuration is a list.')
    expect((await failure('config/autoload')).message).toContain('source 2 of the configuration is a string.')
    expect((await failure(new Map())).message).toContain('source 2 of the configuration is an instance of Map.')
  })

  it('a provider that returns no map is refused, with an error that names the provider', async () => {
    function audit(): string {
      return 'secret'
    }

    expect((await failure(audit)).message).toBe(
      'audit (source 2) gave a string in place of a map. Return `{ … }` from it.',
    )
    expect((await failure(async () => undefined)).message).toContain('source 2 gave undefined in place of a map')
    expect((await failure(function* all() {})).message).toContain('all (source 2) gave an instance of')
  })

  it('the error for a provider that throws or rejects names the provider, and has the thrown error as the cause', async () => {
    const cause = new Error('the password is hunter2')
    const error = await failure(function audit() {
      throw cause
    })

    expect(error).toMatchObject({
      code: 'APP_CONFIG_PROVIDER',
      message: 'audit (source 2) threw an error; see the cause of this error.',
      cause,
    })
    expect((await failure(() => Promise.reject(cause))).cause).toBe(cause)
    expect((await failure(class Provider {})).message).toContain('Provider (source 2) threw')
  })

  it('the type of the configuration is the type argument of defineConfig, else the type that its post-processors take, else a general map', () => {
    const processor: PostProcessor<Config> = (config) => ({ ...config, port: 1 })

    expectTypeOf(defineConfig([])).toEqualTypeOf<ConfigDefinition>()
    expectTypeOf(defineConfig<Config>([])).toEqualTypeOf<ConfigDefinition<Config>>()
    expectTypeOf(defineConfig([], { postProcessors: [processor] })).toEqualTypeOf<ConfigDefinition<Config>>()
    expectTypeOf(() => resolveConfig(defineConfig<Config>([]))).returns.resolves.toEqualTypeOf<Config>()
    // @ts-expect-error a number is not a source
    defineConfig([5])
    // @ts-expect-error `undefined` is not a source
    defineConfig([undefined])
  })
})
