import type { ApplicationDescription } from '@app/core'
import { explainRequest } from '@app/proofs'
import type { Masks } from '../masks.ts'
import type { PageContext, Shown } from './page-context.ts'
import { plainData } from './plain-data.ts'
import { shownConfiguration } from './shown-configuration.ts'
import { shownRoutes } from './shown-routes.ts'
import { shownServices } from './shown-services.ts'

/** The parts of the page that show what the application says of itself, by their names. */
export function shownApplication({ application, settings, masks }: PageContext): Readonly<Record<string, Shown>> {
  // The names in a description are those of the core: `key` is no secret there.
  const described: Masks = { ...masks, value: (_name, value) => masks.text(value) }
  return {
    pipeline: () => plainData(withoutRoutes(application.describe()), described),
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
}

/** Routes have a part of their own. */
function withoutRoutes({ items }: Partial<ApplicationDescription>): object {
  return { items: items?.map((item) => ({ ...item, routes: undefined, ...(item.items && withoutRoutes(item)) })) }
}
