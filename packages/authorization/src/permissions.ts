import type { Role } from '@app/authentication'
import { nearest, OptionError } from '@app/core/extending'
import { includingRoles, type RoleParents, type RoleTree, roleTree } from './role-tree.ts'

/** The names of the routes that each role may use: `note.show`, or `note.*` for all names that begin with `note.`. */
export type RoutePermissions = { readonly [R in Role]?: readonly string[] | undefined }

/** What the options `roles` and `permissions` say. */
export interface Grants {
  /** Returns the roles that are or include one of the given roles. Without `roles`, these are the given roles. */
  including(roles: readonly Role[]): readonly Role[]
  /**
   * Returns the roles that may use the route with a name, none for a route that no permission names; `undefined` without
   * `permissions`.
   */
  permitted(route: string): readonly Role[] | undefined
  /** Returns a problem for each permission that names none of the routes. */
  unknownRoutes(routes: readonly string[]): readonly string[]
  /** Returns a problem for each role of a requirement that `roles` and `permissions` do not have. */
  unknownRoles(roles: readonly string[]): readonly string[]
}

/** Checks the options, and makes their grants. Throws an `OptionError` that names the role or the permission. */
export function grantsOf(
  owner: string,
  parents: RoleParents | undefined,
  permissions: RoutePermissions | undefined,
): Grants {
  const lists = Object.entries((permissions ?? {}) as Record<string, readonly string[]>)
  const patterns = lists.flatMap(([role, list]) => list.map((text) => patternOf(owner, role, text)))
  const roles = lists.map(([role]) => role)
  const tree = roleTree(owner, parents ?? {}, roles)
  if (parents !== undefined) checkRoles(owner, roles, parents)
  const byRoute = new Map<string, readonly Role[]>()
  return {
    including: (wanted) => (parents === undefined ? wanted : includingRoles(tree, wanted)),
    permitted: (route) => {
      if (permissions === undefined) return undefined
      const known = byRoute.get(route)
      if (known) return known
      const found = includingRoles(
        tree,
        patterns.filter(({ matches }) => matches(route)).map(({ role }) => role),
      )
      byRoute.set(route, found)
      return found
    },
    unknownRoutes: (routes) =>
      patterns.flatMap(({ role, text, matches }) => {
        if (routes.some(matches)) return []
        const near = nearest(text, text.endsWith('*') ? prefixesOf(routes) : routes)
        const hint = near === undefined ? 'Correct the name, or take it away.' : `Did you mean "${near}"?`
        return [`authorization(): the permission "${text}" of the role "${role}" names no route behind it. ${hint}`]
      }),
    unknownRoles: (wanted) => {
      const unknown = parents === undefined ? [] : wanted.filter((role) => !tree.has(role))
      return unknown.map(
        (role) => `the role "${role}", which the option "roles" does not have.${suggested(role, tree)}`,
      )
    },
  }
}

interface Pattern {
  readonly role: string
  readonly text: string
  readonly matches: (route: string) => boolean
}

function patternOf(owner: string, role: string, text: string): Pattern {
  const star = text.indexOf('*')
  if (star === -1) return { role, text, matches: (route) => route === text }
  const prefix = text.slice(0, star)
  if (star === text.length - 1 && /^$|[./-]$/.test(prefix))
    return { role, text, matches: (route) => route.startsWith(prefix) }
  throw new OptionError(
    owner,
    'permissions',
    `the role "${role}" has the permission "${text}". A star stands at the end, alone or after a dot: "*", "note.*".`,
  )
}

/** Throws an `OptionError` for a role with permissions that `roles` does not name at all. */
function checkRoles(owner: string, roles: readonly string[], parents: RoleParents): void {
  const named = Object.entries(parents as Record<string, readonly string[]>)
  const known = new Set(named.flatMap(([role, list]) => [role, ...list]))
  const unknown = roles.find((role) => !known.has(role))
  if (unknown === undefined) return
  const near = nearest(unknown, known)
  const hint = near === undefined ? `Add ${JSON.stringify(unknown)}: [] to "roles".` : `Did you mean "${near}"?`
  throw new OptionError(
    owner,
    'permissions',
    `the role "${unknown}" has permissions, but "roles" does not name it. ${hint}`,
  )
}

function suggested(role: string, tree: RoleTree): string {
  const near = nearest(role, tree.keys())
  return near === undefined ? '' : ` Did you mean "${near}"?`
}

/** Returns the patterns with a star that match a route. */
function prefixesOf(routes: readonly string[]): readonly string[] {
  return routes.flatMap((route) => [...route.matchAll(/[./-]/g)].map(({ index }) => `${route.slice(0, index + 1)}*`))
}
