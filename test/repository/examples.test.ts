import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourcePackages } from '../../tools/imports.ts'
import { CodeFolder, declarationOf, EXPORTED, isOfReader, missingNames } from './compiled-code.ts'

const EXAMPLE = /@example\n((?: *\*(?!\/| @).*\n)+)/g

/** The code of each `@example` in the sources of the packages. */
const examples = sourcePackages(join(import.meta.dirname, '../..')).flatMap(({ name, folder, files }) =>
  files.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(EXAMPLE)].map(([, lines = ''], i) => ({
      owner: name,
      code: lines.replace(/^ *\* ?/gm, '').replace(/^```.*$/gm, ''),
      file: `${name}-${path}-${i}.ts`.replace('@app/', '').replaceAll('/', '-'),
    })),
  ),
)
const folder = new CodeFolder('examples')
afterAll(() => folder.remove())

/**
 * The line that makes a name known to an example: an import from the package of the example, from the core or from
 * another package, or a declaration for a name of the reader's own code. The name `z` is imported from zod.
 */
function preludeFor(name: string, own: string): string {
  if (name === 'z') return "import * as z from 'zod'"
  const owner = [own, '@app/core', ...EXPORTED.keys()].find((one) => EXPORTED.get(one)?.has(name))
  return owner === undefined ? declarationOf(name) : `import { ${name} } from '${EXPORTED.get(owner)?.get(name)}'`
}

const mistakes = new Map<string, string[]>()
beforeAll(async () => {
  const first = await folder.mistakes(
    Object.fromEntries(examples.map(({ file, code }) => [file, `${code}\nexport {}\n`])),
  )
  const complete = examples.map(({ file, code, owner }) => {
    const names = [...new Set(missingNames(first, file))]
    return [file, [...names.map((name) => preludeFor(name, owner)), code, 'export {}\n'].join('\n')]
  })
  for (const mistake of await folder.mistakes(Object.fromEntries(complete))) {
    // The compiler, with the settings for code on pages, also has messages about sources of the packages.
    const isExample = !mistake.file.startsWith('..')
    if (isExample && !isOfReader(mistake))
      mistakes.set(mistake.file, [...(mistakes.get(mistake.file) ?? []), mistake.message])
  }
})

test('the examples in doc comments compile', () => {
  expect(examples).not.toEqual([])
  expect(Object.fromEntries(mistakes)).toEqual({})
})
