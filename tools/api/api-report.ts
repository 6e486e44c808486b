import { join, relative } from 'node:path'
import ts from 'typescript-5'
import { type SourcePackage, sourcePackages } from '../imports.ts'
import { withDeclarations } from './declarations.ts'
import { namesUsedIn } from './names-used.ts'
import { printAdded, printDeclarations } from './print-declarations.ts'
import { ADDED, NOT_EXPORTED } from './read-report.ts'

/** The API report of a package: its file, and the text of the file. */
export interface ApiReport {
  readonly name: string
  /** The path of the report's file, relative to the root of the work tree. */
  readonly path: string
  readonly text: string
}

/**
 * The report (`api.md`) of each public package of a work tree, made from its sources: every name that one of its
 * modules exports, as the compiler declares it, without private members and without comments except `@sealed`; the
 * members that the package adds to types of other packages; and the declarations that exported names use but that are
 * not exported.
 *
 * A name that another package declares, or that an earlier module exports too, is listed as `export { name } from`.
 */
export function apiReports(root: string): readonly ApiReport[] {
  const packages = sourcePackages(root).filter(({ manifest }) => !manifest.private)
  const modules = packages.flatMap(modulesOf)
  const files = [...modules, ...packages.flatMap(importsOf)].map(([specifier, file]) => [specifier, [file]])
  const options = {
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ESNext, types: [], lib: ['lib.esnext.d.ts'] },
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true },
    // With these paths, the compiler resolves imports of packages to declarations. Without the paths it would resolve
    // the imports to sources, since in a work tree the `exports` of manifests name sources.
    paths: Object.fromEntries(files),
  }
  const declarations = modules.map(([, file]) => file)
  const sources = packages.flatMap(({ folder, files }) => files.map((file) => join(folder, file)))
  return withDeclarations(root, new Map(modules), options, (host) => {
    const program = ts.createProgram([...declarations, ...sources], options, host)
    return packages.map((owner) => ({
      name: owner.name,
      path: relative(root, join(owner.folder, 'api.md')),
      text: reportOf(owner, program),
    }))
  })
}

type Module = readonly [specifier: string, file: string]

interface Published {
  readonly exports?: Readonly<Record<string, { types: string }>>
  readonly imports?: Readonly<Record<string, { types: string }>>
}

/** The declarations of each module that a package publishes, by the name under which the module is imported. */
function modulesOf({ name, folder, manifest }: SourcePackage): readonly Module[] {
  const { exports = {} } = (manifest as { publishConfig?: Published }).publishConfig ?? {}
  return Object.entries(exports).map(([entry, { types }]) => [join(name, entry), join(folder, types)])
}

/**
 * The declarations of a package's own modules, by the names under which the package imports them, such as `#platform`.
 */
function importsOf({ folder, manifest }: SourcePackage): readonly Module[] {
  const { imports = {} } = (manifest as { publishConfig?: Published }).publishConfig ?? {}
  return Object.entries(imports).map(([specifier, { types }]) => [specifier, join(folder, types)])
}

function reportOf(owner: SourcePackage, program: ts.Program): string {
  const checker = program.getTypeChecker()
  const shown = new Map<ts.Symbol, string>()
  const sections = modulesOf(owner).map(([specifier, file]) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module)
      throw new Error(`${file} has no source, or its source is not a module: it needs an import or an export.`)
    const exported = checker.getExportsOfModule(module).sort((a, b) => (a.name < b.name ? -1 : 1))
    const blocks = exported.map((symbol) => {
      const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      const elsewhere = shown.get(meant) ?? packageOf(meant, owner)
      if (elsewhere !== undefined) return `export { ${symbol.name} } from '${elsewhere}';`
      shown.set(meant, specifier)
      return printDeclarations(meant, { exportedAs: symbol.name, folder: owner.folder })
    })
    return sectionOf(specifier, blocks)
  })
  sections.push(...additionsOf(owner, program))
  const hidden = hiddenIn([...shown.keys()], owner, checker)
  if (hidden.length > 0)
    sections.push(
      sectionOf(NOT_EXPORTED, hidden.map((symbol) => printDeclarations(symbol, { folder: owner.folder })).sort()),
    )
  return [
    `# ${owner.name}`,
    'The public names with their types, as the compiler declares them. `pnpm api` writes this file.',
    ...sections,
    '',
  ].join('\n\n')
}

/** The members that a package adds to types of other packages, by `declare module`. */
function additionsOf({ folder }: SourcePackage, program: ts.Program): readonly string[] {
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${folder}/dist/`))
    .flatMap(({ statements }) => statements.filter(ts.isModuleDeclaration))
    .filter(({ name }) => ts.isStringLiteral(name))
    .map((module) => sectionOf(`${ADDED}${module.name.text}`, printAdded(module)))
}

function sectionOf(title: string, blocks: readonly string[]): string {
  return `## ${title}\n\n\`\`\`ts\n${blocks.join('\n\n')}\n\`\`\``
}

/** The package that declares a name; `undefined` if `owner` itself declares it. */
function packageOf(symbol: ts.Symbol, owner: SourcePackage): string | undefined {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName
  if (file === undefined) throw new Error(`${owner.name} exports ${symbol.name}, which nothing declares.`)
  if (file.startsWith(`${owner.folder}/`)) return undefined
  const foreign = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
  return foreign ?? /\/packages\/([\w-]+)\//.exec(file)?.[1]?.replace(/^/, '@app/') ?? file
}

/** The declarations of the package that its exported declarations use, but that it does not export. */
function hiddenIn(exported: readonly ts.Symbol[], owner: SourcePackage, checker: ts.TypeChecker): readonly ts.Symbol[] {
  const seen = new Set(exported)
  const hidden: ts.Symbol[] = []
  for (const symbol of seen) {
    for (const used of namesUsedIn(symbol, checker)) {
      if (seen.has(used) || packageOf(used, owner) !== undefined) continue
      seen.add(used)
      hidden.push(used)
    }
  }
  return hidden
}
