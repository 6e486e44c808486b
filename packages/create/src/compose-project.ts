import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AppVersions, composeManifest, type Manifest } from './manifest.ts'
import { imageOf, inWordsOf, type PackageManager, workflowOf } from './package-manager.ts'
import type { ApplicationProject, Project, Router } from './project.ts'
import { selectLines } from './select-lines.ts'

/** The placeholder in the templates for the name of the project. */
const TEMPLATE_NAME = '@acme/example'

/**
 * The class of each router, by the value of `--router`. The templates use `FindMyWayRouter`, which the class of the
 * chosen router replaces.
 */
const ROUTER_CLASSES: Readonly<Record<Router, string>> = {
  'find-my-way': 'FindMyWayRouter',
  trouter: 'TrouterRouter',
  rou3: 'Rou3Router',
}

/**
 * Makes the files of a project from layers, which are folders of templates: selects the lines that the project needs,
 * merges the package.json files of the layers, joins their READMEs and `.env.example` files, and inserts the name of
 * the project, its router, and the commands of its package manager.
 */
export function composeProject(project: Project, surroundings: Surroundings, versions: AppVersions): Files {
  const features = featuresOf(project, surroundings)
  const files = new Map<string, string>()
  const manifests: Manifest[] = []
  for (const layer of layersOf(project, surroundings)) {
    for (const [path, template] of readLayer(layer)) {
      const text = withNames(project, selectLines(template, features))
      const page = files.get(path)
      if (path === 'package.json') manifests.push(JSON.parse(text) as Manifest)
      else files.set(path, page === undefined ? text : joined(path, page, text))
    }
  }
  const manifest = composeManifest(project.name, manifests, versions)
  files.set('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`)
  for (const [path, text] of files) {
    if (path === 'README.md') files.set(path, inWordsOf(surroundings.packageManager, text))
    if (path === '.github/workflows/ci.yml') files.set(path, workflowOf(surroundings.packageManager, text))
    if (path === 'Dockerfile') files.set(path, imageOf(surroundings.packageManager, text))
    if (path === 'config/types.d.ts') files.set(path, withUnionsInLine(text))
    if (path === '.env.example') files.set('.env', text.replace(/^(APP_SECRET)=.*$/m, `$1=${newSecret()}`))
  }
  return files
}

/** Puts the members of a union on one line, as `app types` writes them. In the template each has a line and its mark. */
function withUnionsInLine(text: string): string {
  return text.replace(/:\n +\| /g, ': ').replace(/\n +\| /g, ' | ')
}

function newSecret(): string {
  return randomBytes(32).toString('base64')
}

/**
 * Returns the text of a file that several layers have. For a README or `.env.example`, it consists of the texts of all
 * layers, one after the other; for any other file, it is the text of the last layer.
 */
function joined(path: string, before: string, text: string): string {
  if (path === 'README.md') return `${before}\n${text}`
  return path === '.env.example' ? before + text : text
}

function withNames(project: Project, template: string): string {
  const named = template.replaceAll(TEMPLATE_NAME, project.name)
  if (project.template !== 'application') return named
  return named
    .replaceAll(ROUTER_CLASSES['find-my-way'], ROUTER_CLASSES[project.router])
    .replaceAll('@app/router-find-my-way', `@app/router-${project.router}`)
}

/** The properties of the machine that determine the files of a project. */
export interface Surroundings {
  readonly packageManager: PackageManager
  /** True if this node runs TypeScript sources without compiling. */
  readonly runsTypeScript: boolean
}

/**
 * Returns the layers of a project in order. A file of a later layer replaces the same file of an earlier layer, or is
 * merged with it.
 */
function layersOf(project: Project, { packageManager, runsTypeScript }: Surroundings): readonly Layer[] {
  const layers =
    project.template === 'application'
      ? [{ from: 'application' }, ...applicationLayers(project)]
      : [{ from: project.template }, { from: 'package' }]
  const olderNode = runsTypeScript ? [] : [{ from: 'older-node' }]
  const hasScripts = !runsTypeScript || (project.template === 'application' && project.api)
  const ofPnpm = packageManager === 'pnpm' && hasScripts ? [{ from: 'pnpm' }] : []
  return [...layers, { from: 'shared' }, ...olderNode, ...ofPnpm]
}

function applicationLayers({ style, container, pages, api, logIn, extras }: ApplicationProject): readonly Layer[] {
  const sources = style === 'modular' ? 'src/modules' : 'src'
  const parts = [...(pages ? ['pages'] : []), ...(api ? ['api'] : []), ...(logIn ? ['log-in'] : [])].flatMap(
    (part): readonly Layer[] => [
      { from: part },
      { from: `${part}-sources`, to: `${sources}/${part}` },
      ...(style === 'modular' ? [{ from: `${part}-module`, to: `${sources}/${part}` }] : []),
    ],
  )
  if (style === 'code')
    return [...parts, { from: 'code' }, ...(container === 'none' ? [] : [{ from: 'code-with-container' }])]
  const ofPages = pages ? [{ from: 'pages-configuration' }] : []
  const ofExtras = extras.flatMap((extra) => [
    { from: `with-${extra}` },
    ...(extra === 'i18n' ? [] : [{ from: `with-${extra}-sources`, to: `${sources}/log-in` }]),
  ])
  return [...parts, { from: 'from-configuration' }, ...ofPages, { from: style }, ...ofExtras]
}

/** Returns the features of a project, such as `pages`, by which `selectLines` selects lines of templates. */
function featuresOf(project: Project, { runsTypeScript }: Surroundings): ReadonlySet<string> {
  const olderNode = { 'older-node': !runsTypeScript }
  if (project.template !== 'application') return names(olderNode)
  const { pages, api, logIn, style, container, extras } = project
  const chosen = Object.fromEntries(extras.map((extra) => [extra, true]))
  return names({ ...olderNode, pages, api, 'log-in': logIn, container: container !== 'none', [style]: true, ...chosen })
}

function names(facts: Readonly<Record<string, boolean>>): ReadonlySet<string> {
  return new Set(Object.keys(facts).filter((name) => facts[name]))
}

const TEMPLATES = fileURLToPath(new URL('../templates/', import.meta.url))

/** The texts of files by their paths in the project, with slashes. */
export type Files = ReadonlyMap<string, string>

/**
 * A folder of templates, `from`, and the folder of the project to which its files are written, `to`. Default: the root
 * of the project.
 */
export interface Layer {
  readonly from: string
  readonly to?: string
}

/**
 * Reads the files of a layer.
 *
 * A file such as `_package.json` or `_.gitignore` loses the `_`: under its real name, tools would interpret the
 * template.
 */
export function readLayer({ from, to = '' }: Layer): Files {
  const folder = join(TEMPLATES, from)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map(({ parentPath, name }) => {
      const path = join(to, relative(folder, parentPath), name.replace(/^_/, ''))
      return [path.replaceAll('\\', '/'), readFileSync(join(parentPath, name), 'utf8')]
    }),
  )
}
