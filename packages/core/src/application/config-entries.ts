import type { EntryDescription } from '../middleware/middleware-description.ts'

const piped = new WeakMap<object, readonly EntryDescription[]>()
const routed = new WeakMap<object, EntryDescription>()

/** Remembers which entries of a configuration an application was filled from, in the order of its pipeline. */
export function rememberPiped(application: object, entries: readonly EntryDescription[]): void {
  piped.set(application, entries)
}

/** The entries that the first positions of an application's pipeline came from; what follows was piped in code. */
export function pipedEntries(application: object): readonly EntryDescription[] {
  return piped.get(application) ?? []
}

/** Remembers which entry of a configuration a route came from. */
export function rememberRoute(route: object, entry: EntryDescription): void {
  routed.set(route, entry)
}

/** The entry that a route came from, if it was not registered in code. */
export function routeEntry(route: object): EntryDescription | undefined {
  return routed.get(route)
}
