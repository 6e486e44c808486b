import type { Params, PathForm, Route } from '@app/router'

/** Forms that find-my-way does not tell apart, the more specific first, then in the order of registration. */
export interface Leaf {
  readonly forms: PathForm[]
  /** What find-my-way sees of each segment. */
  readonly shapes: readonly string[]
  /** The segment in which the forms differ; absent if find-my-way could not tell them apart in any. */
  readonly mixedAt?: number
}

/**
 * Decides about each leaf that find-my-way finds for a path.
 *
 * All look-ups of a tree share one search, one after the other.
 */
export class LeafSearch {
  /** The form accepted last. */
  form: PathForm | undefined
  /** The params of `form`; `undefined` if those of find-my-way are right. */
  params: Params | undefined
  #path = ''
  #trusts = false
  #collected: Route[] | undefined

  /**
   * Begins a look-up. `trusts` accepts plain forms without reading the path again. With a list, it accepts no leaf, and
   * collects all routes of the path in the list.
   */
  begin(path: string, trusts: boolean, collected?: Route[]): void {
    this.#path = path
    this.#trusts = trusts
    this.#collected = collected
  }

  accepts(forms: readonly PathForm[], plain: PathForm | undefined): boolean {
    if (this.#trusts && plain) {
      this.form = plain
      this.params = undefined
      return true
    }
    for (const form of forms) {
      const params = form.match(this.#path)
      if (!params) continue
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

/** The used part of find-my-way's constraints. The value is the search at a look-up, and the leaf at registration. */
interface LeafStrategy {
  readonly name: string
  readonly deriveConstraint: () => undefined
  readonly storage: () => {
    readonly get: (search: LeafSearch) => unknown
    readonly set: (leaf: Leaf, handlers: unknown) => void
  }
}

/** Makes find-my-way ask the search about each leaf, and continue if the search refuses it. */
export function leafStrategy(): LeafStrategy {
  return {
    name: 'leaf',
    deriveConstraint: () => undefined,
    storage: () => {
      let forms: readonly PathForm[] = []
      let plain: PathForm | undefined
      let handlers: unknown
      return {
        get: (search) => (handlers && search.accepts(forms, plain) ? handlers : null),
        set: (leaf, own) => {
          forms = leaf.forms
          plain = plainForm(leaf)
          handlers = own
        },
      }
    },
  }
}

/** The only form of a leaf, if find-my-way decides all about it but whether a value is empty. */
function plainForm({ forms, mixedAt }: Leaf): PathForm | undefined {
  const [form] = forms
  return form && forms.length === 1 && mixedAt === undefined && form.isBare && form.isOpen ? form : undefined
}
