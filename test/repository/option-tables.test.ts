import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { Node } from 'typescript-5'
import { describe, expect, test } from 'vitest'
import { sourcePackages } from '../../tools/imports.ts'

// The package typescript-5 is CommonJS, and an `import` does not find its names.
const ts = createRequire(import.meta.url)('typescript-5') as typeof import('typescript-5')

const ROOT = join(import.meta.dirname, '../..')

interface Row {
  readonly names: readonly string[]
  readonly usual: string
}

/** The rows of the tables of a README whose first column is `option`. */
function rowsIn(readme: string): readonly Row[] {
  const tables = readme.match(/^\| option .*\n(?:\|.*\n)+/gm) ?? []
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => {
        const [, option = '', usual = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
        return { names: [...option.matchAll(/`(\w+)`/g)].map(([, name = '']) => name), usual }
      }),
  )
}

/** What the sources of a package say about options. */
interface Sources {
  /** The names of the properties of each exported interface and type. */
  readonly types: ReadonlyMap<string, readonly string[]>
  /** The literals that stand as defaults of a name, as in `{ timeout = 30 }` and `options.timeout ?? 30`. */
  readonly defaults: ReadonlyMap<string, ReadonlySet<string>>
}

function sourcesIn(folder: string): Sources {
  const types = new Map<string, string[]>()
  const defaults = new Map<string, Set<string>>()
  const found = (name: string, initializer: Node) => {
    const literal = literalOf(initializer)
    if (literal !== undefined) defaults.set(name, (defaults.get(name) ?? new Set()).add(literal))
  }
  const visit = (node: Node, type?: string): void => {
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
    const isExported = isType && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    const within = isExported ? node.name.text : type
    if (ts.isPropertySignature(node) && within !== undefined)
      types.set(within, [...(types.get(within) ?? []), node.name.getText()])
    if (ts.isBindingElement(node) && node.initializer)
      found((node.propertyName ?? node.name).getText(), node.initializer)
    const isFallback = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
    if (isFallback && ts.isPropertyAccessExpression(node.left)) found(node.left.name.text, node.right)
    // The properties of a property are not options.
    ts.forEachChild(node, (child) => visit(child, ts.isPropertySignature(node) ? undefined : within))
  }
  for (const file of globSync('src/**/*.ts', { cwd: folder, exclude: ['**/*.test*.ts'] }))
    visit(ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.ES2024, true))
  return { types, defaults }
}

function literalOf(node: Node): string | undefined {
  if (ts.isNumericLiteral(node)) return String(Number(node.text))
  if (ts.isStringLiteral(node)) return node.text
  return /^(?:true|false)$/.exec(node.getText())?.[0]
}

/** The literal that a cell of a table shows as a default: `'address'`, `30`, 7200 s, 8 MiB. */
function shownLiteral(cell: string): string | undefined {
  const code = /^`'?([^`]+?)'?`$/.exec(cell)?.[1]
  if (code !== undefined) return code
  const [, number, unit = ''] = /^(\d[\d.]*)(?: (s|MiB)\b.*)?$/.exec(cell) ?? []
  return number === undefined ? undefined : String(Number(number) * (unit === 'MiB' ? 1_048_576 : 1))
}

const documented = sourcePackages(ROOT)
  .map(({ folder }) => ({ folder, readme: readFileSync(join(folder, 'README.md'), 'utf8') }))
  .map(({ folder, readme }) => ({ name: basename(folder), readme, rows: rowsIn(readme), sources: sourcesIn(folder) }))
  .filter(({ rows }) => rows.length > 0)

describe('the tables of options in READMEs', () => {
  test('name only options that a type of the package has', () => {
    const unknown = documented.flatMap(({ name, rows, sources: { types } }) => {
      const known = new Set([...types.values()].flat())
      return rows.flatMap(({ names }) => names.filter((option) => !known.has(option))).map((one) => `${name}: ${one}`)
    })
    expect(unknown, 'remove these rows of READMEs, or correct their names').toEqual([])
  })

  test('leave out no option of a type of which they show another option', () => {
    const absent = documented.flatMap(({ name, readme, rows, sources: { types } }) => {
      const shown = new Set(rows.flatMap(({ names }) => names))
      const options = [...types].filter(([type, all]) => type.endsWith('Options') && all.some((one) => shown.has(one)))
      const isNamed = (option: string) =>
        shown.has(option) || readme.includes(`\`${option}\``) || readme.includes(`${option}: `)
      return options.flatMap(([type, all]) =>
        all.filter((one) => !isNamed(one)).map((one) => `packages/${name}/README.md: ${one}, of ${type}`),
      )
    })
    expect(absent, 'add a row for each option').toEqual([])
  })

  test('show the default that stands in the source', () => {
    const compared = documented.flatMap(({ name, rows, sources: { defaults } }) =>
      rows.flatMap(({ names, usual }) =>
        names.flatMap((option) => {
          const [literal, ...others] = defaults.get(option) ?? []
          const shown = shownLiteral(usual)
          // Two functions of a package may have options of the same name with different defaults.
          if (literal === undefined || others.length > 0 || shown === undefined) return []
          return [{ readme: `packages/${name}/README.md`, option, shown, literal }]
        }),
      ),
    )
    expect(compared.length).toBeGreaterThan(40)
    const old = compared.filter(({ shown, literal }) => shown !== literal)
    expect(old, 'show the literal of the source in the README').toEqual([])
  })
})
