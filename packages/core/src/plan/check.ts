import { hasBrand } from '@app/checks'
import { compile, outermostScope } from './compile.ts'
import { makeLazy } from './lazy.ts'
import type { Continuation, PlanNode } from './node.ts'
import { allInside, type Visitor, walk } from './walk.ts'

/**
 * Makes all services and classes of a plan, also those that are nested in other services and classes, and reports each
 * failure.
 */
export async function check(plan: PlanNode, report: (error: unknown) => void): Promise<void> {
  const visitor: Visitor<Promise<void>> = {
    async error(node, { container }) {
      await reported(() => node.find(container))
    },
    async lazy(node, around) {
      const made = await reported(() => makeLazy(node, around.container))
      if (!made) return
      await walk(made, visitor, around)
      // Only an application is compiled here: a pipeline needs the routes of the application around it, and is compiled
      // with that application.
      if (made.kind === 'application') await reported(() => compile(made, NOTHING_AFTER, outermostScope()))
    },
    async application(node, around) {
      await visitor.otherwise(...allInside(node, around), node)
    },
    async otherwise(nodes, around) {
      for (const node of nodes) await walk(node, visitor, around)
    },
  }
  const reported = async <T>(run: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await run()
    } catch (error) {
      report(error)
      return undefined
    }
  }
  await walk(plan, visitor)
}

/** The chain after an application that is compiled only for a check, so that no request reaches this chain. */
const NOTHING_AFTER: Continuation = { handle: () => Promise.reject(new Error('This was compiled for a check.')) }

/**
 * True if two errors tell of the same failure: in the same words, or of the same service for the same reason, where one
 * of the two shows a longer way to it. A service may be in the pipeline several times, and eager besides.
 */
export function isSameProblem(one: unknown, other: unknown): boolean {
  if (textOf(one) === textOf(other)) return true
  const [way, otherWay] = [wayOf(one), wayOf(other)]
  const isReached = way !== undefined && otherWay !== undefined && (way.endsWith(otherWay) || otherWay.endsWith(way))
  return isReached && textOf((one as Error).cause) === textOf((other as Error).cause)
}

function textOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem)
}

/** Returns the names of the services from the requested one to the one that failed, which containers add to errors. */
function wayOf(problem: unknown): string | undefined {
  const { path } = Object(problem) as { readonly path?: unknown }
  return Array.isArray(path) ? ` → ${path.join(' → ')}` : undefined
}

const BRAND = Symbol.for('@app/core/CheckError')

/** All problems that `app.check()` has found, or several that `app.run()` has found, one by one in `errors`. */
export class CheckError extends AggregateError {
  override readonly name = 'CheckError'

  /** @internal */
  constructor(problems: readonly unknown[]) {
    const lines = problems.map((problem) => `- ${problem instanceof Error ? problem.message : String(problem)}`)
    super(problems, `${problems.length} problem${problems.length === 1 ? '' : 's'} found:\n${lines.join('\n')}`)
  }

  /** True if a value is a `CheckError` of this or another copy of the package. */
  static is(value: unknown): value is CheckError {
    return hasBrand(value, BRAND)
  }
}

Object.defineProperty(CheckError.prototype, BRAND, { value: true })
