import type { PackageManager } from './package-manager.ts'
import type { ApplicationProject, Project } from './project.ts'
import type { Layer } from './templates.ts'

/** What the machine adds to a project. */
export interface Surroundings {
  readonly packageManager: PackageManager
  /** Whether the node at hand runs sources as they are. */
  readonly runsTypeScript: boolean
}

/** The layers of templates that make a project. */
export function layersOf(project: Project, { packageManager, runsTypeScript }: Surroundings): readonly Layer[] {
  const layers =
    project.template === 'application'
      ? [{ from: 'application' }, ...applicationLayers(project)]
      : [{ from: project.template }, { from: 'package' }]
  const olderNode = packageManager === 'pnpm' ? ['older-node', 'older-node-pnpm'] : ['older-node']
  return [...layers, { from: 'shared' }, ...(runsTypeScript ? [] : olderNode.map((from) => ({ from })))]
}

function applicationLayers({ style, container }: ApplicationProject): readonly Layer[] {
  if (style === 'code' && container === 'none') return [{ from: 'code' }]
  if (style === 'code') return [{ from: 'code-with-container' }, ...handlers('src', 'src')]
  if (style === 'configured') {
    return [{ from: 'from-configuration' }, { from: 'configured' }, ...handlers('src', 'src')]
  }
  return [{ from: 'from-configuration' }, { from: 'modular' }, ...handlers('src/modules/hello', 'src/modules/ping')]
}

function handlers(hello: string, ping: string): readonly Layer[] {
  return [
    { from: 'handlers/hello', to: hello },
    { from: 'handlers/ping', to: ping },
  ]
}
