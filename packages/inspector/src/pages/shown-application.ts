import type { Application, ApplicationDescription } from '@app/core'
import { explainRequest } from '@app/proofs'
import type { Position } from '../client/pipeline-picture.ts'
import type { Masks } from '../masks.ts'
import type { PageContext, Shown } from './page-context.ts'
import { plainData } from './plain-data.ts'
import { shownConfiguration } from './shown-configuration.ts'
import { shownRoutes } from './shown-routes.ts'
import { shownServices } from './shown-services.ts'

/** Returns the functions that describe the application for the parts of the page, by the names of the parts. */
export function shownApplication({ application, settings, masks }: PageContext): ReadonlyMap<string, Shown> {
  const described = masksOfDescriptions(masks)
  const parts: Readonly<Record<string, Shown>> = {
    pipeline: () => shownPipeline(application, masks),
    explanation: async ({ query }) => {
      const target = query.get('target') ?? '/'
      try {
        return plainData(await explainRequest(application, query.get('method') ?? 'GET', target), described)
      } catch (error) {
        return { problem: masks.text((error as Error).message) }
      }
    },
    routes: () => shownRoutes(application, settings.editor, masks),
    services: async () => ({ all: await shownServices(application, masks) }),
    configuration: async () => ({ parts: await shownConfiguration(application, settings, masks) }),
  }
  return new Map(Object.entries(parts))
}

/** Returns the compiled pipeline, without the routes. */
export function shownPipeline(application: Application, masks: Masks): { readonly items?: readonly Position[] } {
  return plainData(withoutRoutes(application.describe()), masksOfDescriptions(masks)) as never
}

/**
 * Makes masks that hide no value by its name: the core defines the names in a description, so a value under `key` is
 * not a secret.
 */
function masksOfDescriptions(masks: Masks): Masks {
  return { ...masks, value: (_name, value) => masks.text(value) }
}

/** Describes an application without its routes, since the page shows the routes in another part. */
function withoutRoutes({ items }: Partial<ApplicationDescription>): object {
  return { items: items?.map((item) => ({ ...item, routes: undefined, ...(item.items && withoutRoutes(item)) })) }
}
