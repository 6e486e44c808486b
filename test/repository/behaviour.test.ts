import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiChange, apiChanges } from '../../tools/api/api-changes.ts'
import { apiReports } from '../../tools/api/api-report.ts'
import { sourceOf, sourcePackages } from '../../tools/imports.ts'
import { newFolder } from '../../tools/new-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Changes of the behaviour that this test makes in a copy, each with the source, the text, its replacement, and the
 * line in the package's API report that shows the change.
 */
const CHANGED = [
  ['the default of an option', 'rate-limit/src/rate-limit.ts', 'limit = 300', 'limit = 100', 'default Limit.limit'],
  ['a default in seconds', 'cors/src/policy.ts', 'maxAge = 600', 'maxAge = 86_400', 'default CorsOptions.maxAge'],
  [
    'a default in a map',
    'http/src/node/server-state.ts',
    'keepAliveTimeout: 65',
    'keepAliveTimeout: 5',
    'default ServerOptions.keepAliveTimeout',
  ],
  ['the status of an error', 'session/src/session-error.ts', 'HttpError(409,', 'HttpError(400,', 'error 409'],
  [
    'the priority of an entry',
    ...['csrf/src/config-provider.ts', 'priority: 3_000', 'priority: 3_001'],
    'provides.middleware_pipeline.@app/csrf.priority',
  ],
  [
    'a named priority',
    'core/src/pipeline/priority-queue.ts',
    '  ROUTING: 1,',
    '  ROUTING: 2,',
    'value Priority.ROUTING',
  ],
  ['the name of a section', 'cors/src/config-provider.ts', "'cors', cors)", "'cross', cors)", 'section cors'],
  [
    'the name of a service',
    ...['rate-limit/src/config-provider.ts', "= '@app/rate-limit'", "= 'limit'"],
    'value RATE_LIMIT_SERVICE',
  ],
  [
    'a variable',
    ...['cookies/src/config-provider.ts', "fromEnvironment('APP_SECRET')", "fromEnvironment('SECRET')"],
    'variable APP_SECRET',
  ],
  [
    'the range of a peer',
    ...['csrf/package.json', 's": {\n    "@app/core": "workspace:^"\n', 's": {\n    "@app/core": "^2.0.0"\n'],
    'needs beside it @app/core',
  ],
  [
    'a peer that becomes a dependency',
    'cors/package.json',
    '"peerDependencies"',
    '"dependencies"',
    'needs beside it @app/core',
  ],
  ['the oldest node', 'cookies/package.json', '^20.19.2 || >=22.3', '>=24', 'needs node'],
] as const

/** Further lines of API reports that the changes in `CHANGED` affect, with a change that requires a major. */
const AS_WELL = [
  '@app/cookies: provides.cookies.secret',
  '@app/rate-limit: provides.dependencies.factories.@app/rate-limit',
  '@app/rate-limit: provides.middleware_pipeline.@app/rate-limit.middleware',
  '@app/rate-limit: provides.middleware_pipeline.@app/rate-limit.priority',
]

describe('the API report of a package shows, as a change that requires a major, a change of', () => {
  const root = newFolder('behaviour')
  let changes: readonly ApiChange[]
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  beforeAll(() => {
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    cpSync(join(ROOT, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'))
    // The packages that this test changes, and the packages that they import.
    for (const name of ['cookies', 'core', 'cors', 'csrf', 'http', 'rate-limit', 'router', 'session']) {
      const folder = join(root, 'packages', name)
      mkdirSync(folder, { recursive: true })
      for (const part of ['src', 'package.json', 'node_modules'])
        cpSync(join(ROOT, 'packages', name, part), join(folder, part), { recursive: true, verbatimSymlinks: true })
    }
    for (const [what, path, from, to] of CHANGED) {
      const file = join(root, 'packages', path)
      const text = readFileSync(file, 'utf8')
      expect(text.split(from), what).toHaveLength(2)
      writeFileSync(file, text.replace(from, to))
    }
    changes = apiReports(root).flatMap(({ path, text }) => apiChanges(readFileSync(join(ROOT, path), 'utf8'), text))
  })

  test.each(CHANGED)('%s', (_what, path, _from, _to, line) => {
    const where = `@app/${path.split('/', 1)[0]}: ${line}`
    expect(changes.filter((change) => change.where === where)).toMatchObject([{ level: 'major' }])
  })

  test('besides the changes that the test has made, the API reports show no changes that require a major, except the lines in AS_WELL', () => {
    const lines = changes.filter(({ level }) => level === 'major').map(({ where }) => where)
    expect(lines.filter((where) => !CHANGED.some(([, , , , line]) => where.endsWith(`: ${line}`)))).toEqual(AS_WELL)
  })
})

describe('the default that the doc comment names is the default of the code:', () => {
  const packages = sourcePackages(ROOT).map((owner) => {
    const report = readFileSync(join(owner.folder, 'api.md'), 'utf8')
    return {
      ...owner,
      inCode: new Map([...report.matchAll(/^default (\S+): (.+)$/gm)].map(([, name, value]) => [name, value])),
    }
  })
  const said = packages.flatMap((owner) => owner.files.flatMap((file) => defaultsSaidIn(owner, file)))
  // Only defaults that are plain values are compared with the code; a default that the comment describes in words, or
  // that the program computes, is left out.
  const compared = said.flatMap(({ owner, option, value }) => {
    const inCode = owner.inCode.get(option)
    return inCode === undefined || inCode === 'computed' ? [] : [{ option: `${owner.name}: ${option}`, value, inCode }]
  })

  test.each(compared)('$option', ({ value, inCode }) => {
    expect(inCode.replace(/^"|"$/g, '')).toBe(value)
  })

  function defaultsSaidIn(owner: (typeof packages)[number], file: string) {
    const found: { owner: typeof owner; option: string; value: string }[] = []
    const visit = (node: ts.Node, around: string): void => {
      if (ts.isPropertySignature(node)) {
        const comment = ts.getJSDocCommentsAndTags(node).map((one) => ts.getTextOfJSDocComment(one.comment) ?? '')
        const [, word, number] = DEFAULT.exec(comment.join(' ').replace(/\s+/g, ' ')) ?? []
        const value = word ?? number
        if (value)
          found.push({
            owner,
            option: `${around}.${node.name.getText()}`,
            value: value.replace(/(?<=\d)[_,](?=\d)/g, ''),
          })
      }
      const isNamed = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
      ts.forEachChild(node, (inner) => visit(inner, isNamed ? node.name.text : around))
    }
    visit(ts.createSourceFile(file, sourceOf(owner, file), ts.ScriptTarget.Latest, true), '')
    return found
  }
})

const DEFAULT = /Default: (?:`([^`{]+)`|(\d+(?:,\d{3})*))(?=[.,]? ?$|[.,] )/
