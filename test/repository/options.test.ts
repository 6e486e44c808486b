import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The package typescript-5 is CommonJS, and an `import` does not find its names.
const ts = createRequire(import.meta.url)('typescript-5') as typeof import('typescript-5')

const ROOT = join(import.meta.dirname, '../..')

/** An option of a function or class that may be left out, or of a section of the configuration. */
interface Option {
  readonly name: string
  readonly type: string
}

function optionsIn(path: string): readonly Option[] {
  const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.ES2024, true)
  return file.statements.filter(ts.isInterfaceDeclaration).flatMap(({ name, members, modifiers }) => {
    const isExported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported || !/(?:Options|Limits|Section|Checks)$/.test(name.text)) return []
    return members
      .filter(ts.isPropertySignature)
      .filter(({ questionToken }) => questionToken !== undefined)
      .map((member) => ({ name: `${name.text}.${member.name.getText()}`, type: member.type?.getText() ?? '' }))
  })
}

// With `exactOptionalPropertyTypes`, an option that does not take `undefined` refuses `{ bodyLimit: maybe }`. An option
// of the caller's own type takes what this type takes: the default of an attribute of strings is a string.
test('each option that may be left out also takes undefined', () => {
  const options = globSync('packages/*/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test*.ts'] }).flatMap(optionsIn)
  expect(options.length).toBeGreaterThan(150)
  const refusing = options.filter(({ type }) => !/(?:^| )(?:undefined|unknown)$|^T$/.test(type))
  expect(refusing.map(({ name }) => name)).toEqual([])
})
