import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Application } from '@app/core'
import type { PackageCommand } from '@app/core/extending'
import { graph } from './client/graph.ts'
import { pipelinePicture } from './client/pipeline-picture.ts'
import { masksOf } from './masks.ts'
import { shownPipeline } from './pages/shown-application.ts'
import { shownServices } from './pages/shown-services.ts'
import { watchServices } from './watch-services.ts'
import { writtenPicture } from './written-picture.ts'

export type { PackageCommand } from '@app/core/extending'

// Services are watched before the application is loaded, since some services are made while it loads. Otherwise the
// picture would lack the services that these services request.
watchServices()

/** The command `app graph`, which `@app/cli` finds by the manifest of this package. */
export const command: PackageCommand<{ readonly out?: string }> = {
  description: 'draw the pipeline, or the services and their dependencies, as SVG for documents',
  usage: '<picture>',
  options: [{ flags: '--out <file>', description: 'write it to this file' }],
  examples: ['graph pipeline > pipeline.svg', 'graph services --out services.svg'],
  async run({ application, args: [name = ''], options: { out, json = false }, print, printError }) {
    const picture = Object.hasOwn(PICTURES, name) ? PICTURES[name as keyof typeof PICTURES] : undefined
    if (picture === undefined) {
      printError(`There is no picture "${name}". Write app graph pipeline, or app graph services.`)
      return 2
    }
    if (json) {
      printError(`app graph writes SVG, not JSON. For the same data as JSON, write app ${name} --json`)
      return 2
    }
    const drawn = await picture(application)
    if (drawn === undefined) {
      printError(NOTHING[name as keyof typeof PICTURES])
      return 1
    }
    if (out === undefined) {
      print(drawn.trimEnd())
      return 0
    }
    try {
      await writeFile(resolve(out), drawn)
      return 0
    } catch (error) {
      printError(
        `${out} cannot be written: ${(error as Error).message}. Write --out with a file in a folder that exists.`,
      )
      return 2
    }
  },
}

const MASKS = masksOf(false)

const PICTURES = {
  pipeline: (application: Application) => {
    const { items = [] } = shownPipeline(application, MASKS)
    if (items.length === 0) return undefined
    const drawn = pipelinePicture(items, false)
    return writtenPicture(drawn, String(drawn.attributes['aria-label']))
  },
  services: async (application: Application) => {
    const all = (await shownServices(application, MASKS)) ?? []
    // Times and failures differ from process to process, so a picture for documents leaves them out.
    const drawn = graph(all.map(({ madeAt: _madeAt, hasFailed: _hasFailed, ...service }) => service))
    const needing = all.filter(({ needs }) => needs.length > 0)
    return (
      drawn && writtenPicture(drawn, needing.map(({ name, needs }) => `${name} needs ${needs.join(', ')}`).join('; '))
    )
  },
} as const

const NOTHING = {
  pipeline: 'Nothing is piped, so there is no picture of the pipeline.',
  services: 'No service of the configuration names another one that it needs, so there is no picture of them.',
} as const
