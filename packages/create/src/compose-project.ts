import type { AppVersions } from './app-versions.ts'
import { layersOf, type Surroundings } from './layers.ts'
import { composeManifest, type Manifest } from './manifest.ts'
import { inWordsOf } from './package-manager.ts'
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

/** The files of a project: those of its layers, manifests merged, pages one after the other, names put in. */
export function composeProject(project: Project, surroundings: Surroundings, versions: AppVersions): Files {
  const files = new Map<string, string>()
  const manifests: Manifest[] = []
  for (const layer of layersOf(project, surroundings)) {
    for (const [path, template] of readLayer(layer)) {
      const text = withNames(project, template)
      const page = files.get(path)
      if (path === 'package.json') manifests.push(JSON.parse(text) as Manifest)
      else files.set(path, path === 'README.md' && page !== undefined ? `${page}\n${text}` : text)
    }
  }
  const manifest = composeManifest(project.name, manifests, versions)
  files.set('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`)
  files.set('README.md', inWordsOf(surroundings.packageManager, files.get('README.md') ?? ''))
  return files
}

function withNames(project: Project, template: string): string {
  const named = template.replaceAll(TEMPLATE_NAME, project.name)
  if (project.template !== 'application') return named
  return named
    .replaceAll(ROUTER_CLASSES['find-my-way'], ROUTER_CLASSES[project.router])
    .replaceAll('@app/router-find-my-way', `@app/router-${project.router}`)
}
