import { expect, test } from 'vitest'
import { selectLines } from './select-lines.ts'

const TEMPLATE = `import a from 'a'
import b from 'b' // if pages

app.get('/a', a) // if not pages
// if api and log-in
app.get('/b', b)
// if pages
app.get('/c', c)
// end
app.get('/d', d)
// end
# a variable # if api
| row | <!-- if pages -->
// if it rains, this is a comment
`

test('selectLines keeps the lines and blocks whose marks, such as // if pages, fit the features, and removes the marks', () => {
  expect(selectLines(TEMPLATE, new Set())).toBe(`import a from 'a'

app.get('/a', a)
// if it rains, this is a comment
`)
  expect(selectLines(TEMPLATE, new Set(['pages', 'api', 'log-in']))).toBe(`import a from 'a'
import b from 'b'

app.get('/b', b)
app.get('/c', c)
app.get('/d', d)
# a variable
| row |
// if it rains, this is a comment
`)
  const withoutPages = selectLines(TEMPLATE, new Set(['api', 'log-in']))
  expect(withoutPages).toContain("'/d'")
  expect(withoutPages).not.toContain("'/c'")
})

test.each([
  ['a line\n<!-- end -->', 'an end without its block: <!-- end -->'],
  ['a line <!-- if pages -->\n<!-- end -->', 'an end without its block: <!-- end -->'],
  ['// if pages\na line', 'a block without its end'],
])('selectLines refuses the template %j', (template, message) => {
  expect(() => selectLines(template, new Set(['pages']))).toThrow(message)
})
