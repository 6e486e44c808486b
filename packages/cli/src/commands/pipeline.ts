import type { MiddlewareDescription } from '@app/core'
import { describeApplication } from '../application/describe-application.ts'
import { loadApplication } from '../application/load-application.ts'
import type { CommonOptions } from '../command.ts'
import { keyOf, middlewareText } from '../output/middleware-text.ts'
import { originColumn } from '../output/origins.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

/** Prints the pipeline in the order in which requests pass it. Nested pipelines are indented. */
export async function pipeline(terminal: Terminal, { app, json }: CommonOptions): Promise<void> {
  const { items } = describeApplication(await loadApplication(app))
  if (json) return terminal.printJson(items)
  if (items.length === 0) return terminal.print('The pipeline is empty, and there are no routes.')
  const rows = [...rowsOf(items, 0)]
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

function* rowsOf(items: readonly MiddlewareDescription[], depth: number): Generator<Row> {
  for (const item of items) {
    const { path = '/', isLazy, entry, items: inner = [] } = item
    yield {
      cells: [
        '  '.repeat(depth) + middlewareText(item),
        path,
        String(entry?.priority ?? ''),
        isLazy ? 'at first use' : 'already',
        keyOf(entry) ?? '',
      ],
      origin: entry?.origin,
    }
    yield* rowsOf(inner, depth + 1)
  }
}
