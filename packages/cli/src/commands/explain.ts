import { nearest } from '@app/checks'
import type { EntryDescription } from '@app/core'
import { printable } from '@app/core/extending'
import type { ExplainedPosition, Explanation } from '@app/proofs'
import { importQuietly, loadApplication } from '../application/load-application.ts'
import { proofsOf } from '../application/proofs.ts'
import { CommandError, type CommonOptions, type Outcome } from '../command.ts'
import { type NameOrigin, originNames } from '../configuration/provider-list.ts'
import { middlewareText } from '../output/middleware-text.ts'
import { briefOrigin, originColumn } from '../output/origins.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

interface ExplainArguments {
  readonly method: string
  readonly target: string | undefined
}

/**
 * Shows the way of a request through the pipeline, without running a handler. The exit code is 1 if the response is an
 * error of the framework, such as 404 or 405.
 */
export async function explain(
  terminal: Terminal,
  outcome: Outcome,
  given: ExplainArguments,
  { app, json }: CommonOptions,
): Promise<void> {
  const { method, target } = checked(given)
  const loaded = await loadApplication(app)
  const { explainRequest } = await proofsOf(loaded)
  const explanation = await importQuietly(loaded.file, () => explainRequest(loaded.application, method, target))
  outcome.code = (explanation.status ?? 200) < 400 ? 0 : 1
  const name = originNames(loaded.root)
  if (json) return terminal.printJson(named(explanation, name))
  const rows = [...rowsOf(explanation.items, name, 0)]
  if (rows.length > 0) printRows(terminal, rows)
  for (const line of summaryOf(explanation, target, name)) terminal.tell(printable(line))
}

function checked({ method, target }: ExplainArguments): { readonly method: string; readonly target: string } {
  if (target === undefined) {
    const instead = method.startsWith('/') ? `app explain GET ${method}` : `app explain ${method} /path`
    const missing = method.startsWith('/') ? 'The method is missing' : 'The target is missing'
    throw CommandError.wrongUse(`${missing}. Write ${instead}.`)
  }
  if (method.startsWith('/') && !target.startsWith('/')) {
    throw CommandError.wrongUse(`The method comes first. Write app explain ${target} ${method}.`)
  }
  const upper = method.toUpperCase()
  if (!METHODS.includes(upper)) {
    const near = nearest(upper, METHODS)
    const hint = near === undefined ? `Write one of ${METHODS.join(', ')}.` : `Did you mean ${near}?`
    throw CommandError.wrongUse(`app explain knows no method "${method}". ${hint}`)
  }
  if (target.startsWith('/') || /^https?:\/\/[^/?#]/i.test(target)) return { method: upper, target }
  throw CommandError.wrongUse(
    `"${target}" is not a target of a request: it is a path, as /${target.replace(/^[./]+/, '')}, or a URL for one host, as http://api.example.org/.`,
  )
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']

/**
 * Replaces origins such as `configProvider (source 2)` in an explanation by the name of the package, `@app/static
 * (source 2)`.
 */
function named(explanation: Explanation, name: NameOrigin): Explanation {
  const inItem = (item: ExplainedPosition): ExplainedPosition => ({
    ...item,
    ...(item.entry && { entry: namedEntry(item.entry, name) }),
    ...(item.items && { items: item.items.map(inItem) }),
  })
  const { route, items } = explanation
  return {
    ...explanation,
    ...(route?.entry && { route: { ...route, entry: namedEntry(route.entry, name) } }),
    items: items.map(inItem),
  }
}

function namedEntry(entry: EntryDescription, name: NameOrigin): EntryDescription {
  return entry.origin === undefined ? entry : { ...entry, origin: name(entry.origin) }
}

interface Row {
  readonly verdict: ExplainedPosition['verdict']
  readonly cells: readonly string[]
  readonly origin: string | undefined
}

function* rowsOf(items: readonly ExplainedPosition[], name: NameOrigin, depth: number): Generator<Row> {
  for (const item of items) {
    const { verdict, path = '', paths = [path], entry, items: inner = [] } = item
    const text = textOf(item)
    const key = entry?.key.replace(SECTION, '')
    const cells = [
      [verdict, briefReason(item)].filter(Boolean).join(': '),
      '  '.repeat(depth) + (key ?? text),
      paths.join(', '),
      String(entry?.priority ?? ''),
      key === undefined ? '' : text,
    ]
    yield { verdict, cells, origin: entry?.origin === undefined ? undefined : name(entry.origin) }
    yield* rowsOf(inner, name, depth + 1)
  }
}

function textOf({ kind, name, text, host, isError, entry }: ExplainedPosition): string {
  return middlewareText({
    kind,
    ...(name !== undefined && { name }),
    ...(text !== undefined && { text }),
    ...(host !== undefined && { host }),
    ...(entry && { entry }),
    ...(kind === 'pipeline' && { items: [] }),
    isLazy: false,
    isError: isError === true,
    isFinal: false,
    isDefault: false,
  })
}

/** Shortens the reason of a verdict for the table: leaves out what other columns or the lines below the table show. */
function briefReason({ reason, verdict, kind, isError }: ExplainedPosition): string | undefined {
  const status = verdict === 'answers' ? /^\d{3}(?=,)/.exec(reason ?? '')?.[0] : undefined
  if (status !== undefined) return status
  if (kind === 'routing' && verdict === 'runs' && !reason?.startsWith('finds ')) return 'no route'
  return verdict === 'skipped' && isError ? reason : undefined
}

/** Matches the reason of a position whose service cannot be made, such as `500, since it cannot be made: no disk`. */
const CAUSE = /^500, since /

/**
 * Matches the section at the beginning of an entry's key, which the table leaves out. `routes.` is kept before an
 * index, since a number alone would not say that it is the index of a route.
 */
const SECTION = /^(?:middleware_pipeline\.|routes\.(?!\d+$))/

function printRows(terminal: Terminal, rows: readonly Row[]): void {
  const { header, texts } = originColumn(rows.map(({ origin }) => origin))
  printTable(
    terminal,
    ['REQUEST', 'ENTRY', 'PATH', 'PRIORITY', header, 'MIDDLEWARE'],
    rows.map(({ cells: [verdict = '', entry = '', path = '', priority = '', text = ''] }, at) => {
      return [verdict, entry, path, priority, texts[at] ?? '', text]
    }),
    {
      spare: ['MIDDLEWARE', 'PRIORITY', 'FROM'],
      styled: (piece, { row }) => styled(terminal, rows[row]?.verdict, piece),
    },
  )
}

function styled(terminal: Terminal, verdict: ExplainedPosition['verdict'] | undefined, piece: string): string {
  if (verdict === 'answers') return terminal.style('green', piece)
  return verdict === 'runs' ? piece : terminal.style('dim', piece)
}

function* summaryOf(explanation: Explanation, target: string, name: NameOrigin): Generator<string> {
  const { route, allow, near, method, path, items } = explanation
  // If a service cannot be made, the reason is in the item for the service, and `explanation.answer` is only `500`.
  const cause = items.map(causeOf).find((one) => one !== undefined)
  const answer = cause ?? explanation.answer
  const from = route?.entry?.origin === undefined ? '' : `, ${briefOrigin(name(route.entry.origin))}`
  const methods = allow === undefined ? '' : `, Allow: ${allow.join(', ')}`
  yield ''
  yield `${method} ${path ?? target}`
  yield `answer  ${route === undefined ? answer : `${methodsOf(route)} ${route.path} (${route.name})`}${methods}${from}`
  const params = Object.entries(route?.params ?? {})
  if (params.length > 0) yield `params  ${params.map(([key, value]) => `${key}=${value}`).join(' ')}`
  for (const [index, one] of near.entries()) {
    yield `${index === 0 ? 'near' : '    '}    ${methodsOf(one)} ${one.path} (${one.name}) ${one.reason}`
  }
}

/**
 * Returns the reason why a service at a position, or inside of it, cannot be made; `undefined` if there is no such
 * service.
 */
function causeOf({ reason, items = [] }: ExplainedPosition): string | undefined {
  return reason !== undefined && CAUSE.test(reason) ? reason : items.map(causeOf).find((one) => one !== undefined)
}

function methodsOf({ methods }: { readonly methods: readonly string[] | null }): string {
  return methods === null ? 'any' : methods.join('|')
}
