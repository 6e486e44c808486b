import type { MiddlewareDescription } from '@app/core'
import { describeApplication } from '../application/describe-application.ts'
import { loadApplication } from '../application/load-application.ts'
import type { CommonOptions } from '../command.ts'
import { middlewareText } from '../output/middleware-text.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

/** Shows the pipeline in the order of requests. Indents nested pipelines. */
export async function pipeline(terminal: Terminal, { app, json }: CommonOptions): Promise<void> {
  const { items } = describeApplication(await loadApplication(app))
  if (json) return terminal.printJson(items)
  if (items.length === 0) return terminal.print('The pipeline is empty, and there are no routes.')
  printTable(terminal, ['MIDDLEWARE', 'PATH', 'PRIORITY', 'MADE', 'KEY', 'FROM'], [...rowsOf(items, 0)])
}

function* rowsOf(items: readonly MiddlewareDescription[], depth: number): Generator<readonly string[]> {
  for (const item of items) {
    const { path = '/', isLazy, entry, items: inner = [] } = item
    yield [
      '  '.repeat(depth) + middlewareText(item),
      path,
      String(entry?.priority ?? ''),
      isLazy ? 'at first use' : 'already',
      entry?.key.replace(SECTION, '') ?? '',
      entry?.origin ?? '',
    ]
    yield* rowsOf(inner, depth + 1)
  }
}

const SECTION = /^middleware_pipeline\./
