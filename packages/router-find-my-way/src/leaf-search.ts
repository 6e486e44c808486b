import type { Params, PathForm, Route } from '@app/router'

/** Forms that find-my-way cannot tell apart, in the order of registration. */
export type Leaf = PathForm[]

/**
 * Decides about the leaves that find-my-way comes upon on its way through a path.
 *
 * One serves all look-ups of a tree, one after the other.
 */
export class LeafSearch {
  /** The form accepted last. */
  form: PathForm | undefined
  /** Its params; `undefined` where what find-my-way read is right. */
  params: Params | undefined
  #path = ''
  #isPlain = false
  #collected: Route[] | undefined

  /** With a list, no leaf is accepted: the routes that have the path go into the list. */
  begin(path: string, collected?: Route[]): void {
    this.#path = path
    this.#isPlain = !collected && !path.includes('%') && !path.includes('//') && !path.endsWith('/')
    this.#collected = collected
  }

  accepts(leaf: Leaf): boolean {
    for (const form of leaf) {
      const isKnown = this.#isPlain && form.isBare && form.isOpen
      const params = isKnown ? undefined : form.match(this.#path)
      if (!isKnown && !params) continue
      if (!this.#collected) {
        this.form = form
        this.params = params
        return true
      }
      this.#collected.push(form.route)
    }
    return false
  }
}

/** What of find-my-way's constraints is used here; the value is a search on look-up and a leaf on registration. */
interface LeafStrategy {
  readonly name: string
  readonly deriveConstraint: () => undefined
  readonly storage: () => {
    readonly get: (search: LeafSearch) => unknown
    readonly set: (leaf: Leaf, handlers: unknown) => void
  }
}

/** Makes find-my-way ask the search at each leaf, and go on to the next where the answer is no. */
export function leafStrategy(): LeafStrategy {
  return {
    name: 'leaf',
    deriveConstraint: () => undefined,
    storage: () => {
      let leaf: Leaf | undefined
      let handlers: unknown
      return {
        get: (search) => (leaf && search.accepts(leaf) ? handlers : null),
        set: (value, own) => {
          leaf = value
          handlers = own
        },
      }
    },
  }
}
