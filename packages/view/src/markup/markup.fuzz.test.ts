import { UsageError } from '@app/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../test/programs/sampled.ts'
import { shapeOf } from './parsed-shape.test.helper.ts'
import { expectedShape, HARMLESS, PAGES, pageOf, someTemplate, someText } from './shape.test.helper.ts'

function whole(body: { toString(): string }): string {
  return `<!doctype html><html lang="en"><body>${body}</body></html>`
}

test.each(Object.entries(PAGES))(
  'on the page "%s", values change no elements, and a parser reads the values unchanged',
  (_, page) => {
    const harmless = shapeOf(whole(page(HARMLESS[0], HARMLESS[1])))
    fc.assert(
      fc.property(someText, someText, (a, b) => {
        expect(shapeOf(whole(page(a, b)))).toEqual(expectedShape(harmless, [a, b]))
      }),
    )
  },
)

test('no value changes the elements of a random template that markup accepts', () => {
  let accepted = 0
  fc.assert(
    fc.property(someTemplate, fc.array(someText, { minLength: 3, maxLength: 3 }), (texts, tried) => {
      // Each value begins with a letter, since a parser may move or drop white space and empty strings between the rows
      // of a table.
      const values = tried.map((text) => `v${text}`)
      const page = accept(() => pageOf(texts, HARMLESS))
      if (page === undefined) return
      accepted += 1
      expect(shapeOf(whole(pageOf(texts, values)))).toEqual(expectedShape(shapeOf(whole(page)), values))
    }),
    { numRuns: runs(3000) },
  )
  // About a fifth of the templates are accepted: so few that this fails by chance would be a change of the generator.
  expect(accepted).toBeGreaterThan(runs(300))
})

function accept<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (UsageError.is(error) && error.code === 'APP_MARKUP') return undefined
    throw error
  }
}
