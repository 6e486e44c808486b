import type { MiddlewareDescription } from '@app/core'
import { describeApplication } from '../application/describe-application.ts'
import { loadApplication } from '../application/load-application.ts'
import type { CommonOptions } from '../command.ts'
import { configurationOf, valueAt } from '../configuration/config-parts.ts'
import { keyOf, middlewareText } from '../output/middleware-text.ts'
import { originColumn } from '../output/origins.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

/** Prints the pipeline in the order in which requests pass it. Nested pipelines are indented. */
export async function pipeline(terminal: Terminal, { app, json }: CommonOptions): Promise<void> {
  const loaded = await loadApplication(app)
  const { items } = describeApplication(loaded)
  if (json) return terminal.printJson(items)
  if (items.length === 0) return terminal.print('The pipeline is empty, and there are no routes.')
  const config = await configurationOf(loaded).catch(() => ({}))
  const eager = valueAt(config, ['dependencies', 'eager'])
  const rows = [...rowsOf(items, 0, Array.isArray(eager) ? eager : [])]
  const { header, texts } = originColumn(rows.map(({ origin }) => origin))
  printTable(
    terminal,
    ['MIDDLEWARE', 'PATH', 'PRIORITY', 'MADE', 'KEY', header],
    rows.map(({ cells }, at) => [...cells, texts[at] ?? '']),
    { spare: ['MADE', 'FROM'] },
  )
}

interface Row {
  readonly cells: readonly string[]
  readonly origin: string | undefined
}

function* rowsOf(items: readonly MiddlewareDescription[], depth: number, eager: readonly unknown[]): Generator<Row> {
  for (const item of items) {
    const { path = '/', paths = [path], isLazy, entry, kind, name, items: inner = [] } = item
    const whenMade = kind === 'service' && eager.includes(name) ? 'at the start' : 'at first use'
    yield {
      cells: [
        '  '.repeat(depth) + middlewareText(item),
        paths.join(', '),
        String(entry?.priority ?? ''),
        isLazy ? whenMade : 'already',
        keyOf(entry) ?? '',
      ],
      origin: entry?.origin,
    }
    yield* rowsOf(inner, depth + 1, eager)
  }
}
