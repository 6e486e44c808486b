import { ask } from './ask.ts'
import { el, nothing, pairs, section, show, svg, table } from './dom.ts'

/** A position of the pipeline; with a verdict where a request was asked about. */
interface Position {
  readonly kind: string
  readonly name?: string
  readonly text?: string
  readonly path?: string
  readonly host?: string
  readonly isError?: boolean
  readonly isDefault?: boolean
  readonly entry?: { readonly key: string; readonly priority?: number; readonly origin?: string }
  readonly verdict?: 'runs' | 'answers' | 'skipped' | 'behind'
  readonly reason?: string
  readonly items?: readonly Position[]
}

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

/** The compiled queue as a picture. A path that is typed lights its way; no handler runs for it. */
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
    items.length === 0 && !explanation ? nothing('Nothing is piped.') : picture(items, asked),
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

interface Row {
  readonly position: Position
  readonly depth: number
  /** The index of the last row inside. */
  readonly last: number
}

function rowsOf(items: readonly Position[], depth = 0, first = 0): Row[] {
  const rows: Row[] = []
  for (const position of items) {
    const at = first + rows.length
    const inside = rowsOf(position.items ?? [], depth + 1, at + 1)
    rows.push({ position, depth, last: at + inside.length }, ...inside)
  }
  return rows
}

const HEIGHT = 42
const STEP = 20
const TRACK = 40
const ERRORS = 10

function picture(items: readonly Position[], asked: string): SVGElement {
  const rows = rowsOf(items)
  const height = rows.length * HEIGHT + 8
  const spoken = rows.map(({ position }) =>
    [position.verdict, labelOf(position), position.reason].filter(Boolean).join(' '),
  )
  const hasErrors = rows.some(({ position }) => position.isError)
  return svg(
    'svg',
    {
      class: asked === '' ? 'queue' : 'queue asked',
      width: '100%',
      height,
      role: 'img',
      'aria-label': spoken.join('; '),
    },
    hasErrors && svg('line', { class: 'errors', x1: ERRORS, x2: ERRORS, y1: 0, y2: height }),
    ...rows.map((row, index) => track(row, rows, index)),
    ...rows.map(bracket),
    ...rows.map(node),
  )
}

const middle = (index: number) => index * HEIGHT + HEIGHT / 2
const xOf = (depth: number) => TRACK + depth * STEP

/** The line from a position to the next one that is no error middleware; lit as far as the request comes. */
function track({ position, depth }: Row, rows: readonly Row[], index: number): SVGElement | undefined {
  const next = rows.findIndex((row, at) => at > index && !row.position.isError)
  if (next === -1 || position.isError) return undefined
  const isLit =
    index < rows.findLastIndex((row) => row.position.verdict === 'runs' || row.position.verdict === 'answers')
  const [x, y, toX, toY] = [xOf(depth), middle(index), xOf((rows[next] as Row).depth), middle(next)]
  const turn = toY - HEIGHT / 2
  const path = x === toX ? `M${x} ${y}V${toY}` : `M${x} ${y}V${turn - 4}L${toX} ${turn + 4}V${toY}`
  return svg('path', { class: isLit ? 'track runs' : 'track', d: path })
}

/** The bracket of a prefix or host around all that is in it. */
function bracket({ position: { path, host, verdict }, depth, last }: Row, index: number): SVGElement | undefined {
  if (path === undefined && host === undefined) return undefined
  const [x, top, bottom] = [xOf(depth) - 13, index * HEIGHT + 5, (last + 1) * HEIGHT - 5]
  return svg('path', { class: `bracket ${verdict ?? ''}`, d: `M${x + 6} ${top}H${x}V${bottom}H${x + 6}` })
}

function node({ position, depth }: Row, index: number): SVGElement {
  const { verdict = '', isError, path, host, reason, entry, isDefault } = position
  const [x, y] = [xOf(depth), middle(index)]
  const below = [verdict, reason, keyOf(position), entry?.priority, entry?.origin, isDefault && 'by default'].filter(
    (part) => part !== undefined && part !== false && part !== '',
  )
  const mark = isError
    ? svg('rect', { x: ERRORS - 6, y: y - 6, width: 12, height: 12, rx: 2 })
    : svg('circle', { cx: x, cy: y, r: position.kind === 'routing' || position.kind === 'dispatch' ? 8 : 6 })
  const where = path ?? host
  return svg(
    'g',
    { class: `position ${verdict} ${isError ? 'error' : ''} ${position.kind}` },
    mark,
    svg(
      'text',
      { x: x + 16, y: y - 3 },
      where !== undefined && svg('tspan', { class: 'prefix' }, `${where} `),
      labelOf(position),
    ),
    svg('text', { class: 'below', x: x + 16, y: y + 13 }, below.join(' · ')),
  )
}

function keyOf({ entry }: Position): string | undefined {
  return entry?.key.replace(/^middleware_pipeline\.?/, '')
}

function labelOf(position: Position): string {
  const { name, text, kind, isError } = position
  return `${(name === 'middleware' ? text : name) ?? text ?? keyOf(position) ?? kind}${isError ? ' (for errors)' : ''}`
}
