import type { ShownService } from '../pages/shown-services.ts'
import { svg } from './dom.ts'

interface Placed {
  readonly service: ShownService
  readonly x: number
  readonly y: number
}

const WIDTH = 230
const GAP = 60
const HEIGHT = 30
const LINE = 42

/** Who needs whom as a picture: those that nobody needs on the left. `undefined` where no service needs another. */
export function graph(services: readonly ShownService[]): SVGElement | undefined {
  const byName = new Map(services.map((service) => [service.name, service]))
  const linked = services.filter(
    ({ name, needs }) => needs.length > 0 || services.some((other) => other.needs.includes(name)),
  )
  if (!linked.some(({ needs }) => needs.some((name) => byName.has(name)))) return undefined
  const columns: ShownService[][] = []
  const depths = depthsOf(linked)
  for (const service of linked) {
    const depth = depths.get(service.name) ?? 0
    columns[depth] = [...(columns[depth] ?? []), service]
  }
  const placed = new Map(
    [...columns].flatMap((column = [], at) =>
      column.map((service, index): [string, Placed] => [
        service.name,
        { service, x: at * (WIDTH + GAP) + 8, y: index * LINE + 8 },
      ]),
    ),
  )
  const lines = [...placed.values()].flatMap((from) =>
    from.service.needs.flatMap((name) => line(from, placed.get(name))),
  )
  const height = Math.max(...[...columns].map((column = []) => column.length)) * LINE + 12
  return svg(
    'svg',
    {
      class: 'graph',
      width: columns.length * (WIDTH + GAP) - GAP + 16,
      height,
      role: 'img',
      'aria-label': 'The table below says the same.',
    },
    ...lines,
    ...Array.from(placed.values(), box),
  )
}

/** The length of the longest way to each service. A ring ends at `DEEPEST`. */
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

function line(from: Placed, to: Placed | undefined): readonly SVGElement[] {
  if (to === undefined) return []
  const [x, y, toX, toY] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2]
  return [svg('path', { d: `M${x} ${y}C${x + GAP / 2} ${y} ${toX - GAP / 2} ${toY} ${toX} ${toY}` })]
}

function box({ service: { name, kind, madeAt, hasFailed }, x, y }: Placed): SVGElement {
  const state = hasFailed ? 'failed' : madeAt !== undefined || kind === 'value' ? 'made' : ''
  const short = name.length > 30 ? `${name.slice(0, 29)}…` : name
  return svg(
    'g',
    { class: state },
    svg('title', {}, name),
    svg('rect', { x, y, width: WIDTH, height: HEIGHT, rx: 6 }),
    svg('text', { x: x + 10, y: y + 20 }, short),
  )
}
