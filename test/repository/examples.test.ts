import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CodeFolder, declarationOf, EXPORTED, isOfReader, missingNames } from './compiled-code.ts'
import { exportedCode } from './examples-of-names.ts'

const all = exportedCode(join(import.meta.dirname, '../..'))
const examples = all.flatMap(({ module, name, examples }) =>
  examples.map((code, i) => ({
    module,
    name,
    code,
    file: `${module}-${name}-${i}.ts`.replace(/^@app\//, '').replaceAll('/', '-'),
  })),
)
const folder = new CodeFolder('examples')
afterAll(() => folder.remove())

/**
 * The line that makes a name known to an example: an import from the package of the example, from the core or from
 * another package, or a declaration for a name of the reader's own code. The name `z` is imported from zod.
 */
function preludeFor(name: string, module: string): string {
  if (name === 'z') return "import * as z from 'zod'"
  const own = module.split('/', 2).join('/')
  const owner = [own, '@app/core', ...EXPORTED.keys()].find((one) => EXPORTED.get(one)?.has(name))
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

test.each(examples)('the example of $name of $module compiles, and uses $name', ({ file, code, name }) => {
  expect(mistakes.get(file) ?? []).toEqual([])
  expect(code).toMatch(new RegExp(`\\b${name}\\b`))
})

test('each exported function and class has an example, except those for authors of frameworks, tools and adapters', () => {
  const without = all.filter(({ module, examples }) => examples.length === 0 && !OF_BUILDERS.test(module))
  expect(without.map(({ module, name }) => `${module} ${name}`)).toEqual([])
})

/** The entry points for authors of a framework, a tool or an adapter of a router, whose functions need no example. */
const OF_BUILDERS = /\/(?:framework|tree|adapter)$/
