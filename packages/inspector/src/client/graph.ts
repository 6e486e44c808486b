import type { ShownService } from '../pages/shown-services.ts'
import { type Shape, shape } from './shape.ts'

interface Placed {
  readonly service: ShownService
  readonly x: number
  readonly y: number
}

const WIDTH = 230
const GAP = 90
const HEIGHT = 30
const LINE = 42

/**
 * Draws which services need which others. Services that no other service needs are on the left. Returns `undefined` if
 * no service needs another.
 */
export function graph(services: readonly ShownService[]): Shape | undefined {
  const byName = new Map(services.map((service) => [service.name, service]))
  const known = (needs: readonly string[]) => needs.filter((name) => byName.has(name))
  const needed = new Set(services.flatMap(({ needs }) => known(needs)))
  const linked = services.filter(({ name, needs }) => needed.has(name) || known(needs).length > 0)
  if (linked.length === 0) return undefined
  const columns = columnsOf(linked)
  const longest = Math.max(...columns.map(({ length }) => length))
  const placed = new Map(
    columns.flatMap((column, at) =>
      column.map((service, index): [string, Placed] => [
        service.name,
        {
          service,
          x: at * (WIDTH + GAP) + 8,
          y: Math.round(((index + 0.5) / column.length) * longest * LINE - LINE / 2) + 8,
        },
      ]),
    ),
  )
  const lines = [...placed.values()].flatMap((from) =>
    from.service.needs.flatMap((name) => line(from, placed.get(name))),
  )
  return shape(
    'svg',
    {
      class: 'graph',
      width: columns.length * (WIDTH + GAP) - GAP + 16,
      height: longest * LINE + 12,
      role: 'img',
      'aria-label': 'The table below says the same.',
    },
    ...lines,
    ...Array.from(placed.values(), box),
  )
}

/**
 * Arranges the services in columns. A service that no other needs is in the first column; every other service is to the
 * right of all services that need it, unless they form a cycle. In its column, a service stands near the height of the
 * services that need it.
 */
function columnsOf(services: readonly ShownService[]): readonly (readonly ShownService[])[] {
  const depths = depthsOf(services)
  const heights = new Map<string, number>()
  const columns: (readonly ShownService[])[] = []
  for (const depth of [...new Set(depths.values())].sort((a, b) => a - b)) {
    const heightOf = ({ name }: ShownService) => {
      const by = services.flatMap((other) => (other.needs.includes(name) ? (heights.get(other.name) ?? []) : []))
      return by.reduce((sum, height) => sum + height, 0) / (by.length || 1)
    }
    const column = services.filter(({ name }) => depths.get(name) === depth)
    const sorted = column
      .map((service) => ({ service, height: heightOf(service) }))
      .sort((a, b) => a.height - b.height)
      .map(({ service }) => service)
    for (const [at, { name }] of sorted.entries()) heights.set(name, (at + 0.5) / sorted.length)
    columns.push(sorted)
  }
  return columns
}

/**
 * Returns the depth of each service: 0 if no other service needs it, else 1 more than the deepest service that needs
 * it. The depth is at most `DEEPEST`, since it would grow without end in a cycle.
 */
function depthsOf(services: readonly ShownService[]): ReadonlyMap<string, number> {
  const depths = new Map(services.map(({ name }) => [name, 0]))
  for (let round = 0; round < DEEPEST; round++) {
    for (const { name, needs } of services) {
      for (const need of needs) {
        const depth = Math.min((depths.get(name) ?? 0) + 1, DEEPEST)
        if (need !== name && depth > (depths.get(need) ?? 0)) depths.set(need, depth)
      }
    }
  }
  return depths
}

const DEEPEST = 8

function line(from: Placed, to: Placed | undefined): readonly Shape[] {
  if (to === undefined) return []
  const [x, y, toX, toY] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2]
  return [shape('path', { d: `M${x} ${y}C${x + GAP / 2} ${y} ${toX - GAP / 2} ${toY} ${toX} ${toY}` })]
}

function box({ service: { name, kind, madeAt, hasFailed }, x, y }: Placed): Shape {
  const state = hasFailed ? 'failed' : madeAt !== undefined || kind === 'value' ? 'made' : ''
  const short = name.length > 30 ? `${name.slice(0, 29)}…` : name
  return shape(
    'g',
    { class: state },
    shape('title', {}, name),
    shape('rect', { x, y, width: WIDTH, height: HEIGHT, rx: 6 }),
    shape('text', { x: x + 10, y: y + 20 }, short),
  )
}
