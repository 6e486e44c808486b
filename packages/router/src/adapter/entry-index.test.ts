import { expect, it, vi } from 'vitest'
import { dynamicEntries, EntryIndex } from '../adapter.ts'
import { Route, type RouterTraits } from '../index.ts'

const TRAITS: RouterTraits = { anyMethod: 'any', emptyList: [], precedence: 'specificity', tokens: 'honored' }

function indexOf(...paths: readonly string[]): (path: string) => readonly string[] {
  const index = new EntryIndex()
  const routes = paths.map((path) => new Route(path, undefined, ['GET']))
  for (const entry of dynamicEntries(routes, TRAITS)) index.add(entry)
  return (path) => index.entriesFor(path).map(({ form }) => form.route.path)
}

it('EntryIndex finds the entries whose literal text beside placeholders stands in a path, more specific entries first', () => {
  const find = indexOf('/f/{x}', '/f/{x}.js', '/f/{x}.css', '/f/a-{x}.js', '/f/{x}.{y}.js', '/f/{id:\\d+}')

  expect(find('/f/b')).toEqual(['/f/{id:\\d+}', '/f/{x}'])
  expect(find('/f/b.css')).toEqual(['/f/{x}.css', '/f/{id:\\d+}', '/f/{x}'])
  expect(find('/f/a-b.js')[0]).toBe('/f/a-{x}.js')
  expect(find('/f/b.js')).toEqual(['/f/{x}.{y}.js', '/f/{x}.js', '/f/{id:\\d+}', '/f/{x}'])
})

it('EntryIndex compares the literal text beside the placeholders of all segments with the path', () => {
  const find = indexOf('/{x}.a/{y}', '/{x}/b-{y}', '/{x}.a/b-{y}')

  expect(find('/1.a/2')).toEqual(['/{x}.a/{y}'])
  expect(find('/1/b-2')).toEqual(['/{x}/b-{y}'])
  expect(find('/1.a/b-2')).toEqual(['/{x}.a/b-{y}', '/{x}.a/{y}', '/{x}/b-{y}'])
})

it('EntryIndex finds the matching one of 2,000 entries without testing regular expressions', () => {
  const find = indexOf(...Array.from({ length: 2_000 }, (_, n) => `/f/{x}.s${n}`))
  const compared = vi.spyOn(RegExp.prototype, 'test')

  expect(find('/f/b.s77')).toEqual(['/f/{x}.s77'])
  expect(find('/f/b.none')).toEqual([])
  expect(compared).not.toHaveBeenCalled()
})
