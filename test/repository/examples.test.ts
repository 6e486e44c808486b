import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CodeFolder, declarationOf, EXPORTED, isOfReader, missingNames } from './compiled-code.ts'
import { type ExportedCode, exportedCode } from './examples-of-names.ts'
import { WITHOUT_EXAMPLE } from './without-example.ts'

const all = exportedCode(join(import.meta.dirname, '../..'))
const examples = all.flatMap(({ module, name, examples }) =>
  examples.map((code, i) => ({ module, name, code, file: `${module}-${name}-${i}.ts`.replace(/^@app\//, '') })),
)
const folder = new CodeFolder('examples')
afterAll(() => folder.remove())

/** A name that an example uses, as a reader would import it: of its own package, of the core, of another, or the reader's own. */
function preludeFor(name: string, module: string): string {
  if (name === 'z') return "import * as z from 'zod'"
  const owner = [module, '@app/core', ...EXPORTED.keys()].find((one) => EXPORTED.get(one)?.has(name))
  return owner === undefined ? declarationOf(name) : `import { ${name} } from '${EXPORTED.get(owner)?.get(name)}'`
}

const mistakes = new Map<string, string[]>()
beforeAll(async () => {
  const first = await folder.mistakes(
    Object.fromEntries(examples.map(({ file, code }) => [file, `${code}\nexport {}\n`])),
  )
  const complete = examples.map(({ file, code, module }) => {
    const names = [...new Set(missingNames(first, file))]
    return [file, [...names.map((name) => preludeFor(name, module)), code, 'export {}\n'].join('\n')]
  })
  for (const mistake of await folder.mistakes(Object.fromEntries(complete))) {
    if (!isOfReader(mistake)) mistakes.set(mistake.file, [...(mistakes.get(mistake.file) ?? []), mistake.message])
  }
})

test.each(examples)('the example of $name of $module compiles, and uses the name', ({ file, code, name }) => {
  expect(mistakes.get(file) ?? []).toEqual([])
  expect(code).toMatch(new RegExp(`\\b${name}\\b`))
})

test('each function and class of a main entry point has an example, except for a list that may only shrink', () => {
  const without = (one: ExportedCode) => one.examples.length === 0
  const found = Object.groupBy(all.filter(without), ({ module }) => module)
  const names = Object.entries(found).map(([module, list = []]) => [module, list.map(({ name }) => name).sort()])
  expect(Object.fromEntries(names)).toEqual(WITHOUT_EXAMPLE)
})
