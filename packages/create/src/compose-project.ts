import type { AppVersions } from './app-versions.ts'
import { layersOf, type Surroundings } from './layers.ts'
import { composeManifest, type Manifest } from './manifest.ts'
import { imageOf, inWordsOf } from './package-manager.ts'
import type { Project, Router } from './project.ts'
import { type Files, readLayer } from './templates.ts'

/** What the templates call a project. */
const TEMPLATE_NAME = '@acme/example'

/** The class of each router, by the name of its package. The templates use the first. */
const ROUTER_CLASSES: Readonly<Record<Router, string>> = {
  'find-my-way': 'FindMyWayRouter',
  trouter: 'TrouterRouter',
  rou3: 'Rou3Router',
}

/** The files of a project: those of its layers, manifests merged, pages and variables one after the other, names put in. */
export function composeProject(project: Project, surroundings: Surroundings, versions: AppVersions): Files {
  const files = new Map<string, string>()
  const manifests: Manifest[] = []
  for (const layer of layersOf(project, surroundings)) {
    for (const [path, template] of readLayer(layer)) {
      const text = withNames(project, template)
      const page = files.get(path)
      if (path === 'package.json') manifests.push(JSON.parse(text) as Manifest)
      else files.set(path, page === undefined ? text : joined(path, page, text))
    }
  }
  const manifest = composeManifest(project.name, manifests, versions)
  files.set('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`)
  for (const [path, text] of files) {
    if (path === 'README.md') files.set(path, inWordsOf(surroundings.packageManager, text))
    if (path === 'Dockerfile') files.set(path, imageOf(surroundings.packageManager, text))
    if (path === '.env.example') files.set('.env', text)
  }
  return files
}

/** Of several layers, pages and variables stand one after the other; of any other file the last layer's is written. */
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
