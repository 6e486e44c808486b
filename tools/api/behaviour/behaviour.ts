import { join } from 'node:path'
import ts from 'typescript-5'
import type { SourcePackage } from '../../imports.ts'
import { run } from '../../run.ts'
import { defaultsIn } from './defaults.ts'
import type { Fact } from './fact.ts'
import { factsInCode } from './read-code.ts'

/** The title of the section of a package's API report that lists the behaviour of the package. */
export const BEHAVIOUR = 'what it does'

/**
 * The facts (lines of the report) about the values that modules export, by the path of the module. A child process
 * imports the modules.
 */
export function valuesOf(root: string, files: readonly string[]): ReadonlyMap<string, readonly Fact[]> {
  const program = join(import.meta.dirname, 'print-values.ts')
  const { stdout } = run(process.execPath, [program, JSON.stringify(files)], { cwd: root })
  const found = JSON.parse(stdout) as readonly (readonly Fact[])[]
  return new Map(files.map((file, index) => [file, found[index] ?? []]))
}

/**
 * The behaviour of a package that its declarations do not show, one line for each fact: the requirements, commands and
 * field `app` of its manifest, the values of its exports, the result of its provider, the defaults of options, the
 * environment variables and the sections of the configuration that it reads, and the number of places in its code that
 * make an error, for each status. `values` are the facts about the values of its modules. `shown` are the names in its
 * report; options of types that are not among them are left out, since users do not see such types.
 */
export function behaviourOf(
  owner: SourcePackage,
  program: ts.Program,
  values: readonly Fact[],
  shown: ReadonlySet<string>,
): readonly string[] {
  const checker = program.getTypeChecker()
  const inCode = owner.files.flatMap((file) => {
    const source = program.getSourceFile(join(owner.folder, file))
    if (!source) throw new Error(`The compiler has not read ${file} of ${owner.name}.`)
    return [...defaultsIn(source, checker, (one) => nameOf(one, owner, shown)), ...factsInCode(source)]
  })
  const byName = Map.groupBy([...factsOfManifest(owner), ...values, ...inCode], ([name]) => name)
  return [...byName].map(([name, facts]) => `${name}: ${inWords(name, facts)}`).sort()
}

function inWords(name: string, facts: readonly Fact[]): string {
  if (name.startsWith('error ')) return facts.length === 1 ? 'in 1 place' : `in ${facts.length} places`
  return [...new Set(facts.map(([, value]) => value))].sort().join(' or ')
}

function factsOfManifest({ manifest }: SourcePackage): readonly Fact[] {
  const { engines, app, bin, dependencies = {}, peerDependencies = {} } = manifest
  const ours = Object.entries(dependencies).filter(([name]) => name.startsWith('@app/'))
  return [
    ...Object.entries(engines ?? {}).map(([name, range]): Fact => [`needs ${name}`, range]),
    ...Object.entries(peerDependencies).map(([name, range]): Fact => [`needs beside it ${name}`, range]),
    ...ours.map(([name, range]): Fact => [`brings ${name}`, range]),
    ...Object.entries(app ?? {}).map(([name, value]): Fact => [`app.${name}`, JSON.stringify(value)]),
    ...Object.keys(bin ?? {}).map((name): Fact => [`command ${name}`, 'brought']),
  ]
}

/** The name of a declaration in a report: `Limit`, `session`, `PriorityQueue.insert`. */
function nameOf(declaration: ts.Node, owner: SourcePackage, shown: ReadonlySet<string>): string | undefined {
  const isOwn = declaration.getSourceFile().fileName.startsWith(`${owner.folder}/`)
  const { name, parent } = declaration as ts.Node & { readonly name?: ts.Node }
  const own = ts.isConstructorDeclaration(declaration) ? 'constructor' : name?.getText()
  if (!isOwn || own === undefined || own.startsWith('#')) return undefined
  if (!ts.isClassDeclaration(parent)) return ts.isSourceFile(parent) && shown.has(own) ? own : undefined
  const around = nameOf(parent, owner, shown)
  return around && `${around}.${own}`
}
