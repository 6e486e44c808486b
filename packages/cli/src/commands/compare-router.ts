import { importQuietly, loadApplication } from '../application/load-application.ts'
import { loadRouter } from '../application/load-router.ts'
import { proofsOf } from '../application/proofs.ts'
import type { CommonOptions, Outcome } from '../command.ts'
import { plural, printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

interface CompareOptions extends CommonOptions {
  /** The package of the other router, such as `@app/router-trouter`. */
  readonly compare: string
}

/**
 * Shows each route for which another router would answer requests differently. The exit code is 1 if there is such a
 * route.
 */
export async function compareRouter(
  terminal: Terminal,
  outcome: Outcome,
  { app, json, compare }: CompareOptions,
): Promise<void> {
  const loaded = await loadApplication(app)
  const router = await loadRouter(compare, loaded.root)
  const { compareWithRouter } = await proofsOf(loaded)
  const { routers, routes, differences } = await terminal.during('Comparing', () =>
    importQuietly(loaded.file, () => compareWithRouter(loaded.application, router)),
  )
  if (differences.length > 0) outcome.code = 1
  const rows = differences.map(({ route, request, answers: [own, other] }) => ({
    route: String(route),
    ...(request && { request: `${request.method} ${request.path}` }),
    own,
    other,
  }))
  if (json) return terminal.printJson(rows)
  const name = router.constructor.name
  const own = routers.join(', ') || 'no router'
  if (rows.length === 0) return terminal.print(`The same: ${name} answers ${plural(routes, 'route')} as ${own} does.`)
  printTable(
    terminal,
    ['ROUTE', 'REQUEST', own, name],
    rows.map(({ route, request = '', own, other }) => [route, request, own, other]),
  )
}
