import type { Continuation, LazyMiddleware, PreparedMiddleware, Surroundings } from './prepared-middleware.ts'
import { inside, ready } from './walk.ts'

/**
 * Makes all services and classes in a tree of middleware, also those that are nested in other services and classes.
 * Reports each failure.
 */
export async function check(
  node: PreparedMiddleware,
  surroundings: Surroundings,
  report: (error: unknown) => void,
): Promise<void> {
  try {
    if (node.kind === 'error') await node.source(surroundings)
    if (node.kind === 'service' || node.kind === 'class') await checkLazy(node, surroundings, report)
  } catch (error) {
    report(error)
  }
  const [children, around] = inside(node, surroundings)
  for (const child of children) await check(child, around, report)
  if (node.kind !== 'application') return
  for (const answer of node.content.table.answers.values()) await check(answer, around, report)
}

async function checkLazy(
  node: LazyMiddleware,
  surroundings: Surroundings,
  report: (error: unknown) => void,
): Promise<void> {
  const made = await node.resolve(surroundings)
  node.latest.made = made
  await check(made, surroundings, report)
  await ready(made, surroundings)
  // Only an application is compiled here: a pipeline needs the routes of the application around it, and is compiled
  // with that application.
  if (made.kind === 'application') made.compile(NOTHING_BEHIND, surroundings)
}

/** The chain behind an application that is compiled only for a check, so that no request reaches this chain. */
const NOTHING_BEHIND: Continuation = { handle: () => Promise.reject(new Error('This was compiled for a check.')) }

/**
 * All problems that `app.check()` has found, one by one in `errors`.
 *
 * @example
 * try {
 *   await app.check()
 * } catch (error) {
 *   if (!(error instanceof CheckError)) throw error
 *   for (const problem of error.errors) console.error(problem)
 * }
 */
export class CheckError extends AggregateError {
  override readonly name = 'CheckError'

  constructor(problems: readonly unknown[]) {
    const lines = problems.map((problem) => `- ${problem instanceof Error ? problem.message : String(problem)}`)
    super(problems, `${problems.length} problem${problems.length === 1 ? '' : 's'} found:\n${lines.join('\n')}`)
  }
}
