import { expect, test } from 'vitest'
import { insertProvider } from './insert-provider.ts'

test.each([
  [
    'comments and trailing commas stay, and the name gets a line of its own',
    "// first\nexport default defineConfig([\n  core, // the core\n  // ours\n  autoload('config/autoload'),\n])\n",
    "// first\nexport default defineConfig([\n  core, // the core\n  audit,\n  // ours\n  autoload('config/autoload'),\n])\n",
  ],
  [
    'in a list without a trailing comma, the added name gets no comma',
    'export default defineConfig([\n  core\n])\n',
    'export default defineConfig([\n  core,\n  audit\n])\n',
  ],
  [
    'in a list without other providers, the name stands before the configuration of the application',
    "export default defineConfig([\n    autoload('x'),\n])",
    "export default defineConfig([\n    audit,\n    autoload('x'),\n])",
  ],
  [
    'in an empty list, the name stands alone',
    'export default defineConfig([])',
    'export default defineConfig([audit])',
  ],
  [
    'a call of defineConfig in a variable keeps its options and types',
    'const sources = defineConfig([core] as const, { postProcessors: [] }) satisfies object\nexport default sources',
    'const sources = defineConfig([core, audit] as const, { postProcessors: [] }) satisfies object\nexport default sources',
  ],
  [
    'a name that the module uses already is not used again',
    'const audit = {}\nexport default defineConfig([core, audit])',
    'defineConfig([core, audit, auditProvider])',
  ],
  [
    'the added line is indented by tabs as the others are, and text with tabs stays',
    'export default defineConfig([\n\tcore,\n], { x: `\n\t\t` })',
    '([\n\tcore,\n\taudit,\n], { x: `\n\t\t` })',
  ],
  [
    'the line ends of Windows stay',
    'export default defineConfig([\r\n  core,\r\n])\r\n',
    '  core,\r\n  audit,\r\n])\r\n',
  ],
])('insertProvider keeps the form of the list: %s', (_rule, config, expected) => {
  const eol = config.includes('\r\n') ? '\r\n' : '\n'
  // The imports are not in sorted order, so the new import is expected after the last one.
  const imports = `import { configProvider as core } from "@app/core";${eol}import { autoload, defineConfig } from "@app/config";${eol}`
  const insertion = insertProvider(imports + config, '@acme/audit')
  const code = insertion.kind === 'inserted' ? insertion.code : insertion.kind
  expect(code).toContain(expected)
  expect(code.startsWith(imports)).toBe(true)
  expect(code.split(eol)[2]).toMatch(/^import \{ configProvider as \w+ \} from "@acme\/audit";$/)
})

test.each([
  ['[\n  core,\n  shop, // ours\n  load(),\n]', '@acme/audit', '[\n  core,\n  audit,\n  shop, // ours\n  load(),\n]'],
  ['[core, hidden, shop]', '@acme/audit', '[core, audit, hidden, shop]'],
  ['[shop, core]', '@acme/audit', '[audit, shop, core]'],
  ['[core, shop, load()]', '../src/audit.ts', '[core, shop, audit, load()]'],
])(
  'in the list %j, insertProvider puts %s before the modules of the application, or after them: %j',
  (list, from, expected) => {
    const imports =
      "import { core } from '@app/core'\nimport { hidden } from '#hidden'\nimport { shop } from '../src/shop.ts'\n"
    const insertion = insertProvider(`${imports}export default defineConfig(${list})`, from, 'audit')
    expect(insertion).toMatchObject({ code: expect.stringContaining(`defineConfig(${expected})`) })
  },
)

test('insertProvider writes a list that becomes too long for one line with one element on each line', () => {
  const names = Array.from({ length: 12 }, (_, i) => `provider${i}`)
  const list = (sources: readonly string[]) => `export default defineConfig([${sources.join(', ')}])\n`
  const own = "autoload('config/autoload')"
  const insertion = insertProvider(list([...names, own]), '@acme/audit')
  const lines = [...names, 'audit', own].map((name) => `  ${name},\n`)
  const code = insertion.kind === 'inserted' ? insertion.code : insertion.kind
  expect(code).toContain(`export default defineConfig([\n${lines.join('')}])\n`)
  const again = insertProvider(code, '@acme/more')
  expect(again.kind === 'inserted' && again.code).toContain(`  audit,\n  more,\n  ${own},\n])`)
})

test.each([
  [['@aaa/x', '@app/core', '@app/static'], 1],
  [['node:path', '@app/config', './own.ts'], 1],
  [['node:path', '@scope/x', './own.ts'], 1],
  [['node:path', '@aaa/x', './own.ts'], 2],
  [['./own.ts'], 0],
  [['@app/core', '@app/config'], 2],
])(
  'insertProvider puts the import of @acme/b at its sorted place among the imports %o, or last if these are not sorted: in the line with the index %i',
  (sources, place) => {
    const imports = sources.map((source, index) => `import { x${index} } from '${source}'\n`).join('')
    const insertion = insertProvider(`${imports}\nexport default defineConfig([x0])\n`, '@acme/b')
    const code = insertion.kind === 'inserted' ? insertion.code : insertion.kind
    expect(code.split('\n')[place]).toBe("import { configProvider as b } from '@acme/b'")
    expect(code.match(/^import/gm)).toHaveLength(sources.length + 1)
  },
)
