import type { ShownError, ShownFrame } from '../shown.ts'
import { el, fileLink } from './dom.ts'

/**
 * Shows an error with its source and its stack. Each frame in a file links to the editor; frames of libraries and of
 * node are folded.
 */
export function thrown({ name, message, code, frames, source }: ShownError): HTMLElement {
  const own = frames.filter(({ isOwn }) => isOwn)
  const others = frames.filter(({ isOwn }) => !isOwn)
  return el(
    'div',
    { class: 'thrown' },
    el('h3', {}, name, code !== undefined && el('small', {}, ` ${code}`)),
    el('p', { class: 'message' }, message),
    source &&
      el(
        'ol',
        { class: 'source', tabindex: 0, 'aria-label': 'Source' },
        ...source.lines.map(({ number, text }) =>
          el('li', { value: number, 'aria-current': number === source.line && 'true' }, el('code', {}, text || ' ')),
        ),
      ),
    el('ol', { class: 'stack' }, ...own.map(frame)),
    others.length > 0 &&
      el(
        'details',
        {},
        el('summary', {}, `${others.length} frames of libraries and node`),
        el('ol', { class: 'stack' }, ...others.map(frame)),
      ),
  )
}

function frame({ call, place, link }: ShownFrame): HTMLElement {
  return el('li', {}, el('b', {}, call || 'anonymous'), ' ', fileLink(link, el('code', {}, place)))
}
