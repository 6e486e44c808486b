import { expect, it } from 'vitest'
import { ANY_METHOD, compareSpecificity, dynamicEntries, placeholdersOf } from '../adapter.ts'
import { parsePath, Route, type RouterTraits } from '../index.ts'

const FIRST: RouterTraits = {
  anyMethod: 'any',
  emptyList: ['HEAD'],
  precedence: 'registration',
  tokens: 'honored',
}

const routes = [
  new Route('/{rest...}', undefined),
  new Route('/a', undefined, ['GET']),
  new Route('/a/{b}[/{c}]', undefined, ['GET', 'PUT']),
  new Route('/{x}/y', undefined, []),
]

function rows(traits: RouterTraits): readonly string[] {
  return dynamicEntries(routes, traits).map(({ form, method, rank }) => {
    const names = form.segments.map((segment) =>
      segment.kind === 'static' ? segment.text : placeholdersOf([segment]).map(({ name }) => `{${name}}`),
    )
    return `${rank} ${method || 'any'} /${names.join('/')}`
  })
}

it('dynamicEntries() has an entry for each method of a path with placeholders, with and without its optional parts, in registration order', () => {
  expect(rows(FIRST)).toEqual([
    '0 any /{rest}',
    '1 GET /a/{b}',
    '2 GET /a/{b}/{c}',
    '3 PUT /a/{b}',
    '4 PUT /a/{b}/{c}',
    '5 HEAD /{x}/y',
  ])
})

it('dynamicEntries() puts the more specific entries first if the precedence of the router is specificity', () => {
  expect(rows({ ...FIRST, anyMethod: ['GET'], precedence: 'specificity' })).toEqual([
    '0 GET /a/{b}',
    '1 PUT /a/{b}',
    '2 GET /a/{b}/{c}',
    '3 PUT /a/{b}/{c}',
    '4 HEAD /{x}/y',
    '5 GET /{rest}',
  ])
})

it('the entries of dynamicEntries() for the methods of one path form share a form object, and the entry of a route for any method has the method ANY_METHOD', () => {
  const entries = dynamicEntries(routes, FIRST)

  expect(entries[1]?.form).toBe(entries[3]?.form)
  expect(entries[0]?.method).toBe(ANY_METHOD)
})

it('compareSpecificity() puts literal text first, then placeholders by the text beside them, then a catch-all', () => {
  const paths = ['/{rest...}', '/{a}', '/{a:x}', '/{a}.b', '/b-{a}', '/bc-{a}', '/b', '/b/{a}', '/b/c']
  const sorted = paths.toSorted((a, b) => compareSpecificity(parsePath(a), parsePath(b)))

  expect(sorted).toEqual(['/b', '/b/c', '/b/{a}', '/bc-{a}', '/b-{a}', '/{a}.b', '/{a:x}', '/{a}', '/{rest...}'])
  expect(compareSpecificity(parsePath('/a'), parsePath('/b'))).toBe(0)
})
