import { type Injectable, isInjectable } from '../container/injectable.ts'
import type { EntryDescription } from './description.ts'
import type { PlanNode } from './node.ts'
import { allInside, OUTSIDE, type Visitor, walk } from './walk.ts'

/** A class or function with `inject` that stands in a pipeline or in a route itself, without a name as a service. */
export interface PlacedInjectable {
  readonly value: Injectable
  readonly from: 'class' | 'factory'
  /** Its name, with a number if another one has the same: `listNotes#2`. */
  readonly name: string
  /** Where it stands, in the order of the plan. */
  readonly positions: readonly { readonly place: string; readonly entry?: EntryDescription | undefined }[]
}

/** Returns the classes and functions with `inject` that stand in a plan themselves, each once. Makes nothing. */
export function injectedIn(plan: PlanNode): readonly PlacedInjectable[] {
  const found = new Map<Injectable, { readonly from: 'class' | 'factory'; readonly positions: Positions }>()
  const look = (entry: EntryDescription | undefined): Visitor<void> => {
    const into = (nodes: readonly PlanNode[], around = OUTSIDE) => {
      for (const node of nodes) walk(node, look(node.entry ?? entry), around)
    }
    return {
      lazy({ from, value, latest, place }, around) {
        if (from !== 'service' && isInjectable(value)) {
          const known = found.get(value) ?? { from, positions: [] }
          known.positions.push({ place, entry })
          found.set(value, known)
        }
        if (latest.made) into([latest.made], around)
      },
      application: (node, around) => into(...allInside(node, around)),
      otherwise: (nodes, around) => into(nodes, around),
    }
  }
  walk(plan, look(plan.entry))
  const counts = new Map<string, number>()
  return Array.from(found, ([value, { from, positions }]) => {
    const name = value.name || `anonymous ${from === 'class' ? 'class' : 'function'}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { value, from, name: count === 1 ? name : `${name}#${count}`, positions }
  })
}

type Positions = { place: string; entry: EntryDescription | undefined }[]
