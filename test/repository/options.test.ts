import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Node } from 'typescript-5'
import { expect, test } from 'vitest'

// The package typescript-5 is CommonJS, and an `import` does not find its names.
const ts = createRequire(import.meta.url)('typescript-5') as typeof import('typescript-5')

const ROOT = join(import.meta.dirname, '../..')

/** The names of types whose objects users write: options, and sections of the configuration. */
const WRITTEN = /(?:Options|Section|Limits|Checks|Overrides|Check)$/

/** Further types whose objects users write. All other types are of objects that users get from us, and only read. */
const ALSO_WRITTEN: readonly string[] = [
  ...['Config', 'Dependencies', 'PipelineEntry', 'RouteEntry', 'Policy', 'ContainerConfig', 'PackageCommand'],
  ...['EndpointDescription', 'DetailedResponse', 'TypedEvent', 'ServerEvent', 'ProblemDetails'],
  ...['Identity', 'Authenticator', 'Conditions', 'CookieAttributes', 'TransportSecurity'],
]

/** A member of a type that may be left out. */
interface OptionalMember {
  readonly path: string
  readonly owner: string
  readonly name: string
  readonly type: string
}

/** The members that may be left out, in the types and interfaces of an API report or a source, also in types within these. */
function optionalMembers(path: string): readonly OptionalMember[] {
  const declarations = readFileSync(join(ROOT, path), 'utf8').replace(/^(?:```|#).*$/gm, '')
  const file = ts.createSourceFile('api.ts', declarations, ts.ScriptTarget.ES2024, true)
  const found: OptionalMember[] = []
  const visit = (node: Node, owner: string): void => {
    const inside = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) ? node.name.text : owner
    if (ts.isPropertySignature(node) && node.questionToken !== undefined) {
      found.push({ path, owner, name: node.name.getText(), type: node.type?.getText() ?? '' })
    }
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(file, '')
  return found
}

// With `exactOptionalPropertyTypes`, an option that does not take `undefined` refuses `{ bodyLimit: maybe }`. An option
// of the caller's own type takes what this type takes: the default of an attribute of strings is a string.
test('each member that users may leave out of an object also takes undefined', () => {
  const members = globSync(['packages/*/api.md', 'tools/new-package/template/src/*.ts'], { cwd: ROOT })
    .flatMap(optionalMembers)
    .filter(({ owner }) => WRITTEN.test(owner) || ALSO_WRITTEN.includes(owner))
  expect(members.length).toBeGreaterThan(250)
  expect(ALSO_WRITTEN.filter((name) => !members.some(({ owner }) => owner === name))).toEqual([])

  const refusing = members.filter(({ type }) => !/(?:^| )(?:undefined|unknown)$|^T$/.test(type))
  const wanted = refusing.map(({ path, owner, name, type }) => `${path}: ${owner} { ${name}?: ${type} | undefined }`)
  expect(wanted, 'write these types in the sources').toEqual([])
})
