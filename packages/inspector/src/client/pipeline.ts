import { ask } from './ask.ts'
import { draw, el, nothing, pairs, section, show, table } from './dom.ts'
import { type Position, pipelinePicture } from './pipeline-picture.ts'

interface Explanation {
  readonly problem?: string
  readonly answer: string
  readonly route?: { readonly path: string; readonly name: string; readonly params: Readonly<Record<string, string>> }
  readonly near: readonly {
    readonly name: string
    readonly path: string
    readonly methods: readonly string[] | null
    readonly reason: string
  }[]
  readonly items: readonly Position[]
}

/**
 * Shows the compiled pipeline as a picture. If somebody types a path, the picture highlights the positions that a
 * request for the path would pass; no handler runs.
 */
export async function pipeline(main: HTMLElement, argument: string, left: AbortSignal): Promise<void> {
  const asked = argument.trim()
  const [method, target] = asked.startsWith('/') ? ['GET', asked] : splitOnce(asked)
  const query = new URLSearchParams({ method: method.toUpperCase(), target })
  const explanation = asked === '' ? undefined : await ask<Explanation>(`/explanation?${query}`)
  const { items } =
    explanation && !explanation.problem ? explanation : await ask<{ items: readonly Position[] }>('/pipeline')
  if (left.aborted) return
  const field = el('input', {
    ...{ type: 'search', value: asked, placeholder: 'GET /orders/7', 'aria-label': 'Method and path of a request' },
  }) as HTMLInputElement
  const light = (event: Event) => {
    event.preventDefault()
    location.hash = `#pipeline/${encodeURIComponent(field.value)}`
  }
  show(
    main,
    el('form', { class: 'ask', submit: light }, field, el('button', {}, 'Light its way')),
    explanation && outcome(explanation),
    items.length === 0 && !explanation ? nothing('Nothing is piped.') : draw(pipelinePicture(items, asked !== '')),
    el(
      'p',
      { class: 'legend' },
      'A bracket is a path prefix. The dashed track on the left is that of error middleware.',
    ),
  )
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf(' ')
  return at === -1 ? [text, '/'] : [text.slice(0, at), text.slice(at + 1).trim()]
}

function outcome({ problem, answer, route, near }: Explanation): HTMLElement {
  if (problem !== undefined) return nothing(problem)
  return section(
    'Answer',
    el('p', { class: 'why' }, answer),
    route && pairs([['route', route.path], ['name', route.name], ...Object.entries(route.params)]),
    near.length > 0 &&
      table(
        'Routes that are near',
        ['Near', 'Why not'],
        near.map((other) =>
          el('tr', {}, el('td', {}, `${other.methods?.join(', ') ?? 'any'} ${other.path}`), el('td', {}, other.reason)),
        ),
      ),
  )
}
