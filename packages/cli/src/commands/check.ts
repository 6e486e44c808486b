import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ApplicationDescription, MiddlewareDescription } from '@app/core'
import { printable } from '@app/core/extending'
import type { LockChange } from '@app/proofs'
import { collectWarnings } from '../application/collect-warnings.ts'
import { describeApplication, resolveAll } from '../application/describe-application.ts'
import { findApplication } from '../application/find-application.ts'
import { importQuietly, type LoadedApplication, loadApplication } from '../application/load-application.ts'
import { installedPackages } from '../application/packages.ts'
import { pluggedIn } from '../application/plugged-in.ts'
import { proofsOf } from '../application/proofs.ts'
import { causesOf } from '../check/causes.ts'
import { deadMiddleware } from '../check/dead-middleware.ts'
import { hiddenServices } from '../check/hidden-services.ts'
import { ignoredFiles } from '../check/ignored-files.ts'
import { packageCopies, packageVersions } from '../check/package-versions.ts'
import { shadowedRoutes } from '../check/shadowed-routes.ts'
import { CommandError, type CommonOptions, type Outcome, type Problem } from '../command.ts'
import { configurationOf } from '../configuration/config-parts.ts'
import { originNames } from '../configuration/provider-list.ts'
import { LOCK_FILE } from '../lock/lock-file.ts'
import { changeLine, lockedRoutes } from '../lock/locked-routes.ts'
import { writeChangeset } from '../lock/write-changeset.ts'
import { plural } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'
import { runTypes, type TypesRun, typesFile } from '../types/types-file.ts'

interface CheckOptions extends CommonOptions {
  /**
   * The environment to check for, such as `production`. If it is given, the local files and the `.env` of this machine
   * are not read.
   */
  readonly env?: string
  /** `true` writes a changeset for the changes of the routes since `routes.lock.json` was written. */
  readonly changeset?: boolean
}

/** Looks for problems of the application, and prints them. The exit code is 1 if a problem was found. */
export async function check(
  terminal: Terminal,
  outcome: Outcome,
  { app, json, env, changeset }: CheckOptions,
): Promise<void> {
  const { problems, described, proven, changes, ignored } = await terminal.during('Checking', () =>
    findProblems(app, () => undefined, env),
  )
  if (problems.length > 0) outcome.code = 1
  if (changeset) announce(terminal, changes, app)
  if (json) {
    return terminal.printJson({ ok: problems.length === 0, problems, ...(ignored.length > 0 && { ignored }) })
  }
  for (const sentence of ignored) terminal.complain(sentence)
  for (const { message } of problems) {
    const [first = '', ...more] = message.split('\n').map(printable)
    terminal.tell(`${terminal.style('red', '-')} ${first}`, '  ')
    for (const line of more) terminal.tell(`  ${line}`, '  ')
  }
  if (problems.length > 0) return terminal.print(`${plural(problems.length, 'problem')} found.`)
  terminal.tell(`${terminal.style('green', 'All is well')}: ${summary(described, proven)}.`)
  if (changes.length > 0) terminal.tell(`Not in ${LOCK_FILE} yet; app routes --lock writes them down:`)
  for (const change of changes) terminal.tell(`  ${changeLine(change)}`, '  ')
}

/** Writes a changeset for the changes of the routes, and prints its path, or the reason why none was written. */
function announce(terminal: Terminal, changes: readonly LockChange[], app: string | undefined): void {
  const { root } = findApplication(app, process.cwd())
  const path = writeChangeset(changes, root)
  const nothing = existsSync(join(root, LOCK_FILE)) ? 'No changes of routes are known' : `There is no ${LOCK_FILE}`
  terminal.complain(path === undefined ? `${nothing}, so no changeset was written.` : `Wrote ${path}.`)
}

/** What `app check` finds. */
export interface Findings {
  readonly problems: readonly Problem[]
  readonly described: ApplicationDescription
  /** The names of the policies that were proven to hold for the application. */
  readonly proven: readonly string[]
  /** The changes of the routes since `routes.lock.json` was written. */
  readonly changes: readonly LockChange[]
  /** A sentence for each file of the configuration that is never loaded. */
  readonly ignored: readonly string[]
}

/** What is done with the application when it is loaded, before its services are made. */
type WhenLoaded = (loaded: LoadedApplication) => void | Promise<void>

/** Looks for problems of the application, in the environment `env` if that is given. */
export function findProblems(
  app: string | undefined,
  whenLoaded: WhenLoaded,
  env?: string | undefined,
): Promise<Findings> {
  const run = { main: process.argv[1] ?? '', app, env: { ...process.env } }
  if (env !== undefined) Object.assign(process.env, { APP_ENV: env, APP_LOCAL: 'false' })
  return withWarnings(() => lookAt(app, run, whenLoaded))
}

/**
 * Collects what the application warns of while `look` loads it, such as an entry that cannot run. A server prints these
 * warnings when it starts; here each is a problem.
 */
async function withWarnings(look: () => Promise<Findings>): Promise<Findings> {
  const [found, messages] = await collectWarnings(look)
  const warnings = messages.map((message): Problem => ({ kind: 'warning', message }))
  return { ...found, problems: [...found.problems, ...warnings] }
}

async function lookAt(app: string | undefined, run: TypesRun, whenLoaded: WhenLoaded): Promise<Findings> {
  const { root } = findApplication(app, process.cwd())
  const packages = installedPackages(root)
  const ofPackages = [...packageCopies(root, packages), ...(await packageVersions(root, pluggedIn(packages)))]
  const loaded = await loadApplication(app).catch((error: unknown) => {
    // Packages whose versions do not fit may be the reason why the application cannot be loaded. So these problems are
    // reported together with the error.
    if (!(error instanceof CommandError) || ofPackages.length === 0) throw error
    return error
  })
  if (loaded instanceof CommandError) {
    const problems: Problem[] = [...ofPackages, { kind: 'loading', message: loaded.message }]
    return { problems, described: NOTHING, proven: [], changes: [], ignored: [] }
  }
  await whenLoaded(loaded)
  const failures = await resolveAll(loaded)
  const described = describeApplication(loaded)
  const unresolved = causesOf(failures, described).map((message): Problem => ({ kind: 'resolution', message }))
  const found = [...applicationsIn(described)].flatMap(shadowedRoutes)
  const others = [...unresolved, ...ofPackages, ...found, ...deadMiddleware(described), ...(await hidden(loaded))]
  const { problems: refuted, proven } = await proofs(loaded).catch((error: unknown) => notProven(error, others))
  const stale = await staleTypes(root, run)
  const { changes, problems: changed } = await lockedRoutes(loaded).catch((error: unknown) =>
    notCompared(error, others),
  )
  const problems = [...others, ...refuted, ...changed, ...stale]
  // If a service is an application or contains one, and cannot be made, the routes of this application are missing. So
  // no changes of routes are reported.
  const ignored = await ignoredFiles(root)
  return { problems, described, proven, changes: failures.length > 0 ? [] : changes, ignored }
}

/** Returns a problem for each service that another kind of service with the same name hides. */
async function hidden(loaded: LoadedApplication): Promise<readonly Problem[]> {
  const config = await configurationOf(loaded).catch(() => ({}))
  return hiddenServices(config, originNames(loaded.root)).map((message) => ({ kind: 'hidden-service', message }))
}

/**
 * Runs `checkProofs()` of `@app/proofs`. Returns a problem for each policy that does not hold, for each attribute that
 * a handler reads and nothing provides, and for each route that nobody may use.
 */
async function proofs(loaded: LoadedApplication): Promise<Pick<Findings, 'problems' | 'proven'>> {
  const { checkProofs } = await proofsOf(loaded)
  const { proven, policies, attributes, closed } = await importQuietly(loaded.file, () =>
    checkProofs(loaded.application),
  )
  const name = originNames(loaded.root)
  const shown = (message: string) =>
    message.replace(/\(([^()]*\(source \d+\))\)/g, (_, origin: string) => `(${name(origin)})`)
  const problems = [
    ...policies.map((message): Problem => ({ kind: 'policy', message: shown(message) })),
    ...attributes.map((message): Problem => ({ kind: 'attribute', message: shown(message) })),
    ...closed.map((message): Problem => ({ kind: 'closed-route', message: shown(message) })),
  ]
  return { problems, proven }
}

/**
 * Makes the problem for an error that kept `checkProofs()` from proving anything. If there are other problems, such as
 * a missing router, these are usually the reason, and the problem is left out.
 */
function notProven(error: unknown, others: readonly Problem[]): Pick<Findings, 'problems' | 'proven'> {
  const message = `Nothing could be proven: ${(error as Error).message}`
  return { problems: others.length > 0 ? [] : [{ kind: 'policy', message }], proven: [] }
}

/**
 * Makes the problem for a `routes.lock.json` that cannot be read, or whose routes could not be compared. The problem
 * about a comparison is left out if there are other problems, since these are usually the reason.
 */
function notCompared(error: unknown, others: readonly Problem[]): Pick<Findings, 'problems' | 'changes'> {
  const { message } = error as Error
  if (error instanceof CommandError) return { problems: [{ kind: 'lock', message }], changes: [] }
  const problem: Problem = { kind: 'lock', message: `${LOCK_FILE} could not be compared: ${message}` }
  return { problems: others.length > 0 ? [] : [problem], changes: [] }
}

const NOTHING: ApplicationDescription = { items: [], routes: [] }

/** Returns a problem if the project has a `config/types.d.ts`, and the file does not match the configuration. */
async function staleTypes(root: string, run: TypesRun): Promise<readonly Problem[]> {
  const answer = existsSync(typesFile(root)) ? await runTypes(run, '--check') : undefined
  if (!answer?.wasStale) return []
  return [{ kind: 'types', message: `${answer.file} does not match the configuration. Run app types.` }]
}

function* applicationsIn(described: ApplicationDescription): Generator<ApplicationDescription> {
  yield described
  for (const item of described.items) yield* nestedIn(item)
  for (const { middleware } of described.routes) yield* nestedIn(middleware)
}

function* nestedIn(item: MiddlewareDescription): Generator<ApplicationDescription> {
  const { items = [], routes, router } = item
  if (routes) yield* applicationsIn({ items, routes, ...(router && { router }) })
  else for (const inner of items) yield* nestedIn(inner)
}

function summary(described: ApplicationDescription, proven: readonly string[]): string {
  const routes = [...applicationsIn(described)].reduce((sum, { routes }) => sum + routes.length, 0)
  const held = proven.length === 0 ? '' : `; proven: ${proven.join(', ')}`
  const router = described.router === undefined ? '' : ` with ${described.router.name}`
  return `${plural(routes, 'route')}${router}, ${plural(described.items.length, 'position')} in the pipeline${held}`
}
