import type { ShownDetails } from '../shown.ts'
import { ask } from './ask.ts'
import { el, nothing, show, statusMark } from './dom.ts'
import { thrown } from './thrown.ts'

/** Shows the kept requests in which an error was thrown, the newest first, each with its errors. */
export async function errors(main: HTMLElement, _argument: string, left: AbortSignal): Promise<void> {
  const failed = await ask<readonly ShownDetails[]>('/errors')
  if (left.aborted) return
  if (failed.length === 0) return show(main, nothing('Nothing was thrown by the requests that are kept.'))
  show(
    main,
    ...failed.map(({ id, method, target, status, at, errors: chain }) =>
      el(
        'article',
        { class: 'failed' },
        el(
          'h2',
          {},
          el('a', { href: `#requests/${id}` }, `${method} ${target}`),
          ' ',
          statusMark(status),
          el('small', {}, ` ${new Date(at).toLocaleTimeString()}`),
        ),
        ...chain.map((error) => thrown(error)),
      ),
    ),
  )
}
