import { type Shape, shape } from './shape.ts'

/**
 * A position of the pipeline. If the reader has typed a request, the verdict says whether that request passes the
 * position.
 */
export interface Position {
  readonly kind: string
  readonly name?: string
  readonly text?: string
  readonly path?: string
  readonly paths?: readonly string[]
  readonly host?: string
  readonly isError?: boolean
  readonly isDefault?: boolean
  readonly entry?: { readonly key: string; readonly priority?: number; readonly origin?: string }
  readonly verdict?: 'runs' | 'answers' | 'skipped' | 'unreached'
  readonly reason?: string
  readonly items?: readonly Position[]
}

interface Row {
  readonly position: Position
  readonly depth: number
  /** The index of the last row that is nested in this row. */
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

/**
 * Draws the compiled pipeline. With verdicts for a request, the picture highlights the positions that the request
 * passes.
 */
export function pipelinePicture(items: readonly Position[], isAsked: boolean): Shape {
  const rows = rowsOf(items)
  const height = rows.length * HEIGHT + 8
  const spoken = rows.map(({ position }) =>
    [position.verdict, labelOf(position), position.reason].filter(Boolean).join(' '),
  )
  const hasErrors = rows.some(({ position }) => position.isError)
  return shape(
    'svg',
    {
      class: isAsked ? 'queue asked' : 'queue',
      width: '100%',
      height,
      role: 'img',
      'aria-label': spoken.join('; '),
    },
    hasErrors && shape('line', { class: 'errors', x1: ERRORS, x2: ERRORS, y1: 0, y2: height }),
    ...rows.map((row, index) => track(row, rows, index)),
    ...rows.map(bracket),
    ...rows.map(node),
  )
}

const middle = (index: number) => index * HEIGHT + HEIGHT / 2
const xOf = (depth: number) => TRACK + depth * STEP

/**
 * Draws the line from a position to the next position that is not an error middleware. The line is highlighted if the
 * request passes it.
 */
function track({ position, depth }: Row, rows: readonly Row[], index: number): Shape | undefined {
  const next = rows.findIndex((row, at) => at > index && !row.position.isError)
  if (next === -1 || position.isError) return undefined
  const isLit =
    index < rows.findLastIndex((row) => row.position.verdict === 'runs' || row.position.verdict === 'answers')
  const [x, y, toX, toY] = [xOf(depth), middle(index), xOf((rows[next] as Row).depth), middle(next)]
  const turn = toY - HEIGHT / 2
  const path = x === toX ? `M${x} ${y}V${toY}` : `M${x} ${y}V${turn - 4}L${toX} ${turn + 4}V${toY}`
  return shape('path', { class: isLit ? 'track runs' : 'track', d: path })
}

/** Draws the bracket of a prefix or host around all positions that have it. */
function bracket({ position, depth, last }: Row, index: number): Shape | undefined {
  const { path, paths, host, verdict } = position
  if (path === undefined && paths === undefined && host === undefined) return undefined
  const [x, top, bottom] = [xOf(depth) - 13, index * HEIGHT + 5, (last + 1) * HEIGHT - 5]
  return shape('path', { class: `bracket ${verdict ?? ''}`, d: `M${x + 6} ${top}H${x}V${bottom}H${x + 6}` })
}

function node({ position, depth }: Row, index: number): Shape {
  const { verdict = '', isError, path, paths, host, reason, entry, isDefault } = position
  const [x, y] = [xOf(depth), middle(index)]
  const below = [verdict, reason, keyOf(position), entry?.priority, entry?.origin, isDefault && 'by default'].filter(
    (part) => part !== undefined && part !== false && part !== '',
  )
  const mark = isError
    ? shape('rect', { x: ERRORS - 6, y: y - 6, width: 12, height: 12, rx: 2 })
    : shape('circle', { cx: x, cy: y, r: position.kind === 'routing' || position.kind === 'dispatch' ? 8 : 6 })
  const where = path ?? paths?.join(', ') ?? host
  return shape(
    'g',
    { class: `position ${verdict} ${isError ? 'error' : ''} ${position.kind}` },
    mark,
    shape(
      'text',
      { x: x + 16, y: y - 3 },
      where !== undefined && shape('tspan', { class: 'prefix' }, `${where} `),
      labelOf(position),
    ),
    shape('text', { class: 'below', x: x + 16, y: y + 13 }, below.join(' · ')),
  )
}

function keyOf({ entry }: Position): string | undefined {
  return entry?.key.replace(/^middleware_pipeline\.?/, '')
}

function labelOf(position: Position): string {
  const { name, text, kind, isError } = position
  return `${(name === 'middleware' ? text : name) ?? text ?? keyOf(position) ?? kind}${isError ? ' (for errors)' : ''}`
}
