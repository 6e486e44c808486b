import { describe, expect, it } from 'vitest'
import { type ConfigSource, defineConfig, file, remove, replace, resolveConfig } from './index.ts'
import { errorOf, project } from './project.test.helper.ts'

async function refusal(source: ConfigSource, root = '/'): Promise<string> {
  const error = await errorOf(resolveConfig(defineConfig([{ fine: 1 }, source]), { root }))
  expect(error).toMatchObject({ code: 'APP_CONFIG_VALUE' })
  return error.message
}

function nested(depth: number, close: (inner: unknown) => object): object {
  let value: object = {}
  for (let level = 1; level < depth; level++) value = close(value)
  return value
}

describe('values that a configuration must not contain', () => {
  it('a key such as __proto__ in a JSON file is refused, with an error that names the key and the file', async () => {
    const root = project({
      'proto.json': '{ "a": { "__proto__": { "admin": true } } }',
      'ctor.json': '{ "constructor": { "prototype": { "admin": true } } }',
      'list.json': '{ "l": [{ "prototype": 1 }] }',
    })

    expect(await refusal(file('proto.json'), root)).toBe(
      'a.__proto__ in proto.json is a key that reaches a prototype. Choose another name.',
    )
    expect(await refusal(file('ctor.json'), root)).toContain('constructor in ctor.json is a key that reaches')
    expect(await refusal(file('list.json'), root)).toContain('l[0].prototype in list.json is a key that reaches')
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('a key such as __proto__ in an object literal is refused, and so is a map that inherits keys from another map', async () => {
    expect(await refusal({ a: { ['__proto__']: { admin: true } } })).toContain('a.__proto__ in source 2 is a key')
    expect(await refusal({ a: { __proto__: { admin: true } } })).toBe(
      'a in source 2 inherits keys from another map, like a map with `__proto__`. Write the keys of the map out, or make the map an instance of a class.',
    )
    expect(await refusal({ l: [Object.create({ admin: true })] })).toContain('l[0] in source 2 inherits keys')
    expect(await refusal({ a: Object.create(Object.assign(Object.create(null), { admin: true })) })).toContain(
      'inherits',
    )
  })

  it('the key constructor inside of replace() is refused', async () => {
    expect(await refusal({ a: replace({ constructor: 1 }) })).toContain('a.constructor in source 2')
  })

  it('a symbol as a key is refused', async () => {
    expect(await refusal({ a: { [Symbol('s')]: 1 } })).toBe(
      'a in source 2 has the key Symbol(s). Only strings are keys.',
    )
  })

  it('a getter is refused without being run', async () => {
    let runs = 0
    const getter = {
      get secret(): number {
        return ++runs
      },
    }

    expect(await refusal({ a: getter })).toBe(
      'a.secret in source 2 is a getter or setter. Write a plain value, or a function.',
    )
    expect(runs).toBe(0)
  })

  it('a map or list that contains itself is refused', async () => {
    const map: Record<string, unknown> = {}
    map.a = { b: map }
    const list: unknown[] = []
    list.push({ list })

    expect(await refusal(map)).toBe('a.b in source 2 contains itself. A configuration is a tree: write the value out.')
    expect(await refusal({ list })).toContain('list[0].list in source 2 contains itself')
  })

  it('more than 100 nested levels are refused, even 20,000 without a stack overflow', async () => {
    const deep = nested(20_000, (a) => ({ a }))
    const root = project({ 'deep.json': `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}` })

    expect(await refusal(deep)).toBe('a.a.a.a.a in source 2 has more than 100 nested levels. Use fewer levels.')
    expect(await refusal({ deep: nested(20_000, (a) => [a]) })).toContain('has more than 100 nested levels')
    expect(await refusal(file('deep.json'), root)).toContain('in deep.json has more than 100 nested levels')
    expect(await resolveConfig(defineConfig([nested(100, (a) => ({ a }))]), { root: '/' })).toHaveProperty('a.a.a.a')
  })

  it('an undefined item and a hole in a list are refused', async () => {
    const hole = ['a', 'b']
    delete hole[0]

    expect(await refusal({ l: ['a', undefined] })).toBe(
      'l[1] in source 2 is undefined. Leave the item out of the list.',
    )
    expect(await refusal({ l: hole })).toContain('l[0] in source 2 is undefined')
  })

  it('a list with keys besides its items, such as the match of a regular expression, is refused', async () => {
    expect(await refusal({ l: Object.assign(['a'], { extra: 1 }) })).toBe(
      'l in source 2 is a list with keys besides its items. Write a map.',
    )
    expect(await refusal({ l: /x/.exec('x') })).toContain('l in source 2 is a list with keys')
  })

  it('replace() and remove() as items of a list, and replace(undefined), are refused', async () => {
    expect(await refusal({ l: ['a', replace('b')] })).toContain('l[1] in source 2 is replace() or remove() as an item')
    expect(await refusal({ l: [remove()] })).toContain(
      'l[0] in source 2 is replace() or remove() as an item of a list. Items have no key to merge by: ' +
        'write replace([…]) around the whole list.',
    )
    expect(await refusal({ a: replace(undefined) })).toBe(
      'a in source 2 is replace(undefined). Write remove() to take the key out.',
    )
  })

  it('the error for a refused value writes a key that is not a word in brackets and quotes: ["acme/db"]', async () => {
    expect(await refusal({ 'acme/db': { 'a.b': [undefined] } })).toContain('["acme/db"]["a.b"][0] in source 2')
  })
})
