import type { Params, Route } from '@app/router'
import { ANY_METHOD, type DynamicEntry, otherMethods } from '@app/router/adapter'
import { Trouter } from 'trouter'

/** An entry that matches a method and a path, with the params of the path. */
export interface Match {
  readonly entry: DynamicEntry
  readonly params: Params
}

/**
 * An instance of trouter with a few routes, in the order of registration. An empty method means "any method" in
 * trouter, as it does in the entries.
 */
export class Bucket {
  readonly #first: number
  readonly #methodsBeside: (failed: string | undefined) => readonly string[]
  readonly #trouter = new Trouter<DynamicEntry>()

  constructor(entries: readonly DynamicEntry[]) {
    this.#first = entries[0]?.rank ?? 0
    this.#methodsBeside = otherMethods([...new Set(entries.map(({ method }) => method))])
    for (const entry of entries) this.#trouter.add(entry.method as TrouterMethod, entry.form.pattern, entry)
  }

  /**
   * Finds the matching entry that was registered first. Returns `before`, the result from another bucket, if `before`
   * was registered earlier or no entry matches.
   */
  find(method: string, path: string, before: Match | undefined): Match | undefined {
    if (before && before.entry.rank < this.#first) return before
    for (const entry of this.#trouter.find(method as TrouterMethod, path).handlers) {
      if (before && before.entry.rank < entry.rank) return before
      // trouter also finds GET routes for HEAD, and does not distinguish methods beyond the usual ones, so the method
      // is compared here.
      if (entry.method !== method && entry.method !== ANY_METHOD) continue
      const params = entry.form.read(path)
      if (params) return { entry, params }
    }
    return before
  }

  /**
   * Lists the routes that have a path with some method, except the routes of the method `failed`, for which `find` has
   * just found no route.
   */
  routesOf(path: string, failed: string | undefined): readonly Route[] {
    const methods = this.#methodsBeside(failed)
    if (methods.length === 0) return []
    const entries = methods.flatMap((method) => this.#trouter.find(method as TrouterMethod, path).handlers)
    return entries.flatMap(({ form }) => (form.read(path) ? [form.route] : []))
  }
}

/** The methods that trouter's types declare; at run time trouter accepts any method. */
type TrouterMethod = Parameters<Trouter['find']>[0]
