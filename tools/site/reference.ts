import { globSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Application, type DeclarationReflection, ReflectionKind } from 'typedoc'
import { MarkdownPageEvent, ModuleRouter } from 'typedoc-plugin-markdown'
import { REPOSITORY } from './links.ts'
import { ROOT, read } from './pages.ts'

// `node reference.ts`: writes the reference of all packages as Markdown, a page for each entry point.
const out = join(import.meta.dirname, 'reference')

/** The page of `@app/core` is `core.md`, that of `@app/core/body` is `core/body.md`. */
class EntryPointRouter extends ModuleRouter {
  override getIdealBaseName(reflection: DeclarationReflection): string {
    return reflection.kindOf(ReflectionKind.Module)
      ? reflection.name.replace('@app/', '')
      : super.getIdealBaseName(reflection)
  }
}

const entryPoints = new Map(globSync('packages/*/package.json', { cwd: ROOT }).sort().flatMap(entryPointsOf))
const typedoc = await Application.bootstrapWithPlugins({
  name: 'Reference',
  out,
  plugin: ['typedoc-plugin-markdown'],
  tsconfig: join(import.meta.dirname, 'tsconfig.json'),
  // What several entry points export is on the page of the first of them; the core is what most readers import.
  entryPoints: [...entryPoints.keys()].sort((a, b) => Number(isOfCore(b)) - Number(isOfCore(a))),
  sortEntryPoints: false,
  skipErrorChecking: true,
  readme: 'none',
  excludePrivate: true,
  excludeInternal: true,
  excludeExternals: true,
  // Types may name declarations that a package does not export.
  validation: { notExported: false },
  displayBasePath: ROOT,
  // Without git, the links to sources do not depend on the clone in which the site is made.
  disableGit: true,
  sourceLinkTemplate: `${REPOSITORY}/blob/main/{path}#L{line}`,
  gitRevision: 'main',
  groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables'],
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  // Names have anchors of their own, since headings such as Methods would take theirs.
  useCustomAnchors: true,
  anchorPrefix: 'api-',
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  tableColumnSettings: { hideModifiers: true, hideInherited: true, hideOverrides: true, hideSources: true },
  logLevel: 'Warn',
} as Parameters<typeof Application.bootstrapWithPlugins>[0])
typedoc.renderer.defineRouter('entry-points', EntryPointRouter)
typedoc.options.setValue('router', 'entry-points')
typedoc.renderer.on(MarkdownPageEvent.END, (page) => {
  // Constructors have no anchors.
  page.contents = (page.contents ?? '').replace(/\[(`constructor`)\]\([^)]*\)/g, '$1')
})

const project = await typedoc.convert()
if (project === undefined) throw new Error('The sources cannot be read; the errors are printed above.')
for (const module of project.children ?? []) {
  const file = project.files.getReflectionPath(module)
  module.name = entryPoints.get(file ?? '') ?? module.name
}
rmSync(out, { recursive: true, force: true })
await typedoc.generateOutputs(project)

/** The files of a package that are entry points, each with the specifier by which it is imported. */
function entryPointsOf(path: string): [file: string, specifier: string][] {
  const { name = '', exports = {} } = JSON.parse(read(path)) as { name?: string; exports?: Record<string, string> }
  return Object.entries(exports).map(([subpath, file]) => [join(ROOT, dirname(path), file), name + subpath.slice(1)])
}

function isOfCore(file: string): boolean {
  return relative(ROOT, file).startsWith(join('packages', 'core', 'src'))
}
