import type { EndpointDescription } from './endpoint.ts'

/** A tree of endpoints: under each name stands an endpoint, or a group with names of its own. */
export interface Contract {
  readonly [name: string]: EndpointDescription | Contract
}

/**
 * Puts endpoints into groups: `contract({ notes: { list, create } })`. Returns the same tree, frozen.
 *
 * The result of `createClient(tree)`, and `handlers` in `implementAll(tree, handlers)`, have the shape of the tree.
 * Throws a `TypeError` for a value that is neither an endpoint nor a group; the message names the place of the value in
 * the tree.
 *
 * @example
 * const api = contract({
 *   notes: { read: endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: Note, 404: null } }) },
 * })
 */
export function contract<const C extends Contract>(tree: C): C {
  freeze(tree, '')
  return tree
}

/**
 * Checks whether a part of a contract is an endpoint, not a group.
 *
 * @example
 * const { notes } = contract({ notes: { read: readNote } })
 * console.log(isEndpoint(notes) ? notes.path : Object.keys(notes))
 */
export function isEndpoint(part: EndpointDescription | Contract): part is EndpointDescription {
  return typeof part.path === 'string'
}

function freeze(tree: Contract, place: string): void {
  for (const [name, part] of Object.entries(tree)) {
    if (typeof part !== 'object' || part === null || '~standard' in part) {
      throw new TypeError(`contract(): ${place}${name} is neither an endpoint nor a group. Write endpoint({ … })`)
    }
    if (!isEndpoint(part)) freeze(part, `${place}${name}.`)
  }
  Object.freeze(tree)
}
