import { describe, expect, it } from 'vitest'
import {
  type ConfigSource,
  defineConfig,
  env,
  explain,
  type PostProcessor,
  remove,
  replace,
  resolveConfig,
} from './index.ts'
import { errorOf } from './project.test.helper.ts'

function process(source: ConfigSource, ...postProcessors: PostProcessor[]): Promise<Record<string, unknown>> {
  return resolveConfig(defineConfig([source], { postProcessors }), { root: '/', env: { A: 'a' } })
}

describe('post-processors', () => {
  it('post-processors run in their order after the merge, and each gets the result of the previous one', async () => {
    const set = (more: object) => (config: object) => ({ ...config, ...more })

    expect(
      await process({ a: 1 }, set({ a: 2, b: 1 }), async (config) => ({ ...config, async: true }), set({ b: 2 })),
    ).toEqual({ a: 2, b: 2, async: true })
  })

  it('post-processors get the values of variables, and not the placeholders of env()', async () => {
    expect(await process({ host: env('A') }, ({ host }) => ({ url: `http://${host}/` }))).toEqual({ url: 'http://a/' })
  })

  it('a post-processor may leave out keys in its result, and may use remove(), replace() and env() as values there', async () => {
    expect(await process({ a: 1, b: 1, c: 1 }, ({ a }) => ({ a, b: remove(), c: replace(2), d: env('A') }))).toEqual({
      a: 1,
      c: 2,
      d: 'a',
    })
  })

  it('post-processors get a frozen configuration, and their result is frozen', async () => {
    const config = await process({ a: { b: 1 } }, (before) => {
      expect(Object.isFrozen(before.a)).toBe(true)
      return { ...before, c: { d: [1] } }
    })

    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.isFrozen(config.c)).toBe(true)
  })

  it('explain names a post-processor as the origin of the values that it changed, and of no others', async () => {
    function addDebug(config: Record<string, unknown>): object {
      const list = [...(config.list as unknown[]), 'more']
      return { ...config, moved: config.kept, list, debug: true, same: 1 }
    }
    const config = await process({ kept: { a: 1 }, list: [{ x: 1 }, 'y'], same: 1, secret: env('A') }, addDebug)
    const origins = Object.fromEntries(explain(config).map((part) => [part.path.join('.'), part.origin.name]))

    expect(origins).toEqual({
      'kept.a': 'source 1',
      'list.0.x': 'source 1',
      'list.1': 'source 1',
      'list.2': 'addDebug (post-processor 1)',
      same: 'source 1',
      secret: 'source 1',
      'moved.a': 'source 1',
      debug: 'addDebug (post-processor 1)',
    })
    expect(explain(config, 'secret')[0]?.env).toMatchObject({ variable: 'A', isSet: true })
  })

  it('the error for a post-processor that throws, changes its argument, or returns no map names the post-processor', async () => {
    const mutate: PostProcessor = (config) => Object.assign(config, { b: 1 })
    const threw = await errorOf(process({ a: 1 }, (config) => config, mutate))
    const returned = await errorOf(process({ a: 1 }, (() => undefined) as unknown as PostProcessor))

    expect(threw).toMatchObject({
      code: 'APP_POST_PROCESSOR',
      message:
        'mutate (post-processor 2) threw an error; see the cause of this error. ' +
        'A post-processor gets a frozen configuration: return a changed copy.',
      cause: expect.any(TypeError),
    })
    expect(returned.message).toBe(
      'post-processor 1 gave undefined in place of a map. ' +
        'Return the whole configuration: `(config) => ({ ...config })`.',
    )
  })

  it('a post-processor that is not a function is refused', async () => {
    expect((await errorOf(process({}, {} as PostProcessor))).message).toContain('post-processor 1 is a map.')
  })

  it('a value that is refused in a source, such as a key constructor, is also refused in the result of a post-processor', async () => {
    const error = await errorOf(process({}, () => ({ m: { constructor: 1 } })))

    expect(error).toMatchObject({
      code: 'APP_CONFIG_VALUE',
      message: expect.stringContaining('m.constructor in post-processor 1 is a key'),
    })
  })
})
