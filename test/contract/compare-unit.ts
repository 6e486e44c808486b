import { type Adapters, WITHOUT_ADAPTERS } from './adapters.ts'
import { compareApp } from './compare-app.ts'
import type { Difference } from './difference.ts'
import { runApp } from './kinds/app.ts'
import { compareAppFactory } from './kinds/app-factory.ts'
import { compareAggregator } from './kinds/config-aggregator.ts'
import { compareFiles } from './kinds/config-files.ts'
import { compareMerge } from './kinds/config-merge.ts'
import { compareContainer } from './kinds/container.ts'
import { compareEmitted } from './kinds/emit.ts'
import { compareRoutes } from './kinds/route.ts'
import { compareRouteResults } from './kinds/route-result.ts'
import { compareRun } from './kinds/run-globals.ts'
import { compareUrlHelper } from './kinds/url-helper.ts'
import { listedAsNotApplicable, NotApplicable } from './not-applicable.ts'
import type { Unit } from './units.ts'

/**
 * The result of a unit, which is a recorded case on one release line: its differences from the recording, or the reason
 * why its case has no counterpart here.
 */
export type Verdict = { readonly differences: readonly Difference[] } | { readonly notApplicable: string }

/** Runs a unit and compares its outcome with the recorded one. Only cases of the kind `app` use the adapters. */
export async function compareUnit(unit: Unit, adapters = WITHOUT_ADAPTERS): Promise<Verdict> {
  const reason = generalReason(unit) ?? listedAsNotApplicable(unit)
  if (reason !== undefined) return { notApplicable: reason }
  try {
    return { differences: await (COMPARISONS[unit.recorded.kind] ?? unknownKind)(unit, adapters) }
  } catch (error) {
    if (error instanceof NotApplicable) return { notApplicable: error.message }
    throw error
  }
}

type Comparison = (unit: Unit, adapters: Adapters) => Promise<readonly Difference[]>

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  app: async (unit, adapters) => compareApp(unit, await runApp(unit, adapters)),
  appFactory: compareAppFactory,
  merge: compareMerge,
  files: compareFiles,
  aggregator: compareAggregator,
  container: compareContainer,
  route: compareRoutes,
  routeResult: compareRouteResults,
  urlHelper: compareUrlHelper,
  emit: compareEmitted,
  runGlobals: compareRun,
}

const unknownKind: Comparison = async ({ recorded }) => {
  throw new NotApplicable(`Cases of the kind "${recorded.kind}" have no counterpart.`)
}

/**
 * The reason why all cases with a unit's router, release line or kind have no counterpart here; `undefined` if there is
 * no reason.
 */
function generalReason({ router, line, recorded }: Unit): string | undefined {
  if (router === 'laminas') {
    return 'Laminas Router has no counterpart: none of our routers imitates its syntax, its order and its attributes.'
  }
  if (line === 'ASM2') {
    return 'The older service manager treats names that differ only in case or punctuation as one name, and refuses to declare it twice; our container is modelled on its successor.'
  }
  if (recorded.kind === 'emitterStack') return 'A server sends each response itself, so there are no emitters.'
  if (recorded.kind === 'serverUrl') {
    return 'ServerUrlHelper is kept out on purpose: `request.url` is absolute, and `new URL(path, request.url)` resolves by the rules of URLs.'
  }
  return undefined
}
