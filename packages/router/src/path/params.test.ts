import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Params, ParamsOf, UrlParams } from '../index.ts'
import { noParams } from '../internal.ts'
import { createParams } from './params.ts'

describe('ParamsOf', () => {
  it('ParamsOf has a string for each placeholder', () => {
    expectTypeOf<ParamsOf<'/users/{id}'>>().toEqualTypeOf<{ readonly id: string }>()
    expectTypeOf<ParamsOf<'/{year}/{slug}'>>().toEqualTypeOf<{ readonly year: string; readonly slug: string }>()
    expectTypeOf<ParamsOf<'/f-{id}.html'>>().toEqualTypeOf<{ readonly id: string }>()
  })

  it('ParamsOf has a string for each of several placeholders in one segment', () => {
    expectTypeOf<ParamsOf<'/{from}-{to}'>>().toEqualTypeOf<{ readonly from: string; readonly to: string }>()
    expectTypeOf<ParamsOf<'/v{major:\\d{1,3}}.{minor}[/{a}-{b}]'>>().toEqualTypeOf<{
      readonly major: string
      readonly minor: string
      readonly a?: string
      readonly b?: string
    }>()
  })

  it('ParamsOf reads the name before a token, also if the token has braces and brackets', () => {
    expectTypeOf<ParamsOf<'/a/{id:\\d+}'>>().toEqualTypeOf<{ readonly id: string }>()
    expectTypeOf<ParamsOf<'/a/{year:\\d{4}}/{slug}'>>().toEqualTypeOf<{
      readonly year: string
      readonly slug: string
    }>()
    expectTypeOf<ParamsOf<'/a/{x:[0-9]{1,3}}[/{page}]'>>().toEqualTypeOf<{
      readonly x: string
      readonly page?: string
    }>()
  })

  it('ParamsOf has an optional string for each placeholder of an optional part', () => {
    expectTypeOf<ParamsOf<'/blog[/{page}]'>>().toEqualTypeOf<{ readonly page?: string }>()
    expectTypeOf<ParamsOf<'/n/{a}[/{b}[/{c:\\d+}]]'>>().toEqualTypeOf<{
      readonly a: string
      readonly b?: string
      readonly c?: string
    }>()
    expectTypeOf<ParamsOf<'/files[/{rest...}]'>>().toEqualTypeOf<{ readonly rest?: string }>()
  })

  it('ParamsOf has a string for a catch-all', () => {
    expectTypeOf<ParamsOf<'/files/{rest...}'>>().toEqualTypeOf<{ readonly rest: string }>()
    expectTypeOf<ParamsOf<'/files/{rest...:[a-z/]{2,}}'>>().toEqualTypeOf<{ readonly rest: string }>()
    expectTypeOf<ParamsOf<'/files[/{rest...:.+}]'>>().toEqualTypeOf<{ readonly rest?: string }>()
  })

  it('ParamsOf has no keys for a static path', () => {
    expectTypeOf<keyof ParamsOf<'/static'>>().toEqualTypeOf<never>()
    expectTypeOf<keyof ParamsOf<'/'>>().toEqualTypeOf<never>()
  })

  it('ParamsOf is Params if the type of the path is string, not a literal', () => {
    expectTypeOf<ParamsOf<string>>().toEqualTypeOf<Params>()
    expectTypeOf<Params['anything']>().toEqualTypeOf<string | undefined>()
  })

  it('ParamsOf has the placeholders in the literal parts of a template literal type', () => {
    expectTypeOf<ParamsOf<`/x/${string}/{id}`>['id']>().toEqualTypeOf<string>()
  })

  it('ParamsOf is read-only, and has only the names of placeholders', () => {
    const params: ParamsOf<'/users/{id}'> = { id: '7' }
    // @ts-expect-error params are read-only
    params.id = '8'
    // @ts-expect-error the path has no such placeholder
    expect(params.name).toBeUndefined()
    // @ts-expect-error an optional param is not a string
    const page: string = ({} as ParamsOf<'/blog[/{page}]'>).page
    expect(page).toBeUndefined()
  })
})

describe('UrlParams', () => {
  it('UrlParams accepts numbers as well as strings', () => {
    expectTypeOf<UrlParams<'/users/{id}'>>().toEqualTypeOf<{ readonly id: string | number }>()
    expectTypeOf<UrlParams<'/blog[/{page}]'>['page']>().toEqualTypeOf<string | number | undefined>()
    expectTypeOf<UrlParams<string>>().toEqualTypeOf<Readonly<Record<string, string | number | undefined>>>()
  })

  it('UrlParams accepts undefined for optional params, but not for required ones', () => {
    const page: number | undefined = undefined
    const params: UrlParams<'/blog/{tag}[/{page}]'> = { tag: 'a', page }
    // @ts-expect-error the param {id} is required
    const none: UrlParams<'/users/{id}'> = { id: undefined }
    expect([params, none]).toHaveLength(2)
  })
})

describe('createParams', () => {
  it('createParams() makes a map that inherits nothing', () => {
    const names: string[] = []
    for (let object: object | null = createParams(); object; object = Object.getPrototypeOf(object)) {
      names.push(...Reflect.ownKeys(object).map(String))
    }

    expect(names).toEqual([])
    expect('constructor' in createParams()).toBe(false)
  })

  it('createParams() makes a new map at each call', () => {
    expect(createParams()).not.toBe(createParams())
  })
})

describe('noParams', () => {
  it('noParams is empty, frozen, and inherits nothing', () => {
    expect(Object.keys(noParams)).toEqual([])
    expect(Object.isFrozen(noParams)).toBe(true)
    expect(Object.getPrototypeOf(noParams)).toBeNull()
  })
})
