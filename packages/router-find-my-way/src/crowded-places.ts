import type { PathForm } from '@app/router'
import type { Leaf } from './leaf-search.ts'

/**
 * How many placeholders that find-my-way can tell apart may stand in one place. It sorts them anew for each that is
 * added, and tries one after the other.
 */
const MOST_APART = 64

/** A place in the tree: what stands in front of a placeholder is the same. */
interface Place {
  readonly at: number
  readonly leaves: Leaf[]
  readonly behind: string
  /** Whether what follows is the same too. */
  isUniform: boolean
}

/**
 * Makes one leaf of those that differ in one placeholder only, such as `/a/{x}.1` to `/a/{x}.100000`, where there are
 * many.
 *
 * All placeholders of the place must be among them, so that the engine has nothing else to decide there: the forms of
 * the leaf are tried in their order.
 */
export function gatherCrowded(leaves: Iterable<Leaf>): Iterable<Leaf> {
  const result = new Set(leaves)
  for (const { at, leaves: crowd, isUniform } of placesOf(result).values()) {
    if (crowd.length <= MOST_APART || !isUniform || !crowd.every((leaf) => result.has(leaf))) continue
    const forms = crowd.flatMap((leaf) => leaf.forms)
    for (const leaf of crowd) result.delete(leaf)
    result.add({ ...(crowd[0] as Leaf), forms, mixedAt: at })
  }
  return result
}

function placesOf(leaves: Iterable<Leaf>): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const leaf of leaves) {
    const { segments } = leaf.forms[0] as PathForm
    segments.forEach((segment, at) => {
      if (segment.kind === 'static' || segment.kind === 'rest' || segment.prefix !== '') return
      const key = leaf.shapes.slice(0, at).join('')
      const behind = leaf.shapes.slice(at + 1).join('')
      const place = places.get(key)
      if (!place) places.set(key, { at, leaves: [leaf], behind, isUniform: true })
      else if (place.behind !== behind) place.isUniform = false
      else place.leaves.push(leaf)
    })
  }
  return places
}
