import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createContainer, ServiceNotFoundError } from './index.ts'

describe('aliases', () => {
  test('an alias, and an alias of an alias, returns the service itself', () => {
    const container = createContainer({
      dependencies: { factories: { a: () => ({}) }, aliases: { y: 'x', x: 'a' } },
    })

    expect(container.get('y')).toBe(container.get('a'))
    expect(container.get('x')).toBe(container.get('a'))
    expect(container.has('y')).toBe(true)
  })

  test('every alias resolves to the one instance at the end of its chain, however aliases branch', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 40 }), (links) => {
        const nameOf = (at: number) => (at === 0 ? 'service' : `alias${at}`)
        const aliases = Object.fromEntries(links.map((link, at) => [nameOf(at + 1), nameOf(link % (at + 1))]).reverse())
        const container = createContainer({ dependencies: { factories: { service: () => ({}) }, aliases } })
        const service = container.get('service')

        for (const alias of Object.keys(aliases)) expect(container.get(alias)).toBe(service)
      }),
    )
  })

  test('has() returns false for an alias of an unknown service, and the error of get() names the alias and its target', () => {
    const container = createContainer({ dependencies: { services: { nape: 1 }, aliases: { x: 'Nope' } } })

    expect(container.has('x')).toBe(false)
    expect(() => container.get('x')).toThrow(ServiceNotFoundError)
    expect(() => container.get('x')).toThrow(
      'Service not found: x → missing Nope, required by alias x; did you mean "nape"?',
    )
  })

  test('a cycle of aliases is an error when the container is made', () => {
    const make = () => createContainer({ dependencies: { aliases: { in: 'x', x: 'y', y: 'z', z: 'x' } } })

    expect(make).toThrow(expect.objectContaining({ code: 'APP_ALIAS_CYCLE' }))
    expect(make).toThrow('Aliases form a ring: x → y → z → x. Let one of them name a service.')
    expect(() => createContainer({ dependencies: { aliases: { x: 'x' } } })).toThrow('x → x')
  })

  test('a cycle of 10,000 aliases is reported in one line of limited length', () => {
    const aliases = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`a${at}`, `a${(at + 1) % 10_000}`]))

    expect(() => createContainer({ dependencies: { aliases } })).toThrow(/^.{1,200}$/)
    expect(() => createContainer({ dependencies: { aliases } })).toThrow('… 9990 more …')
  })

  test('shared: false also applies to a service that is requested by an alias', () => {
    const container = createContainer({
      dependencies: { factories: { a: () => ({}) }, aliases: { x: 'a' }, shared: { a: false } },
    })

    expect(container.get('x')).not.toBe(container.get('x'))
  })
})
