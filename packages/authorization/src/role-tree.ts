import type { Role } from '@app/authentication'
import { isMap, nearest, OptionError, type OptionKind } from '@app/core/extending'

/** The parents of each role: a role has all permissions of its parents, and of theirs. */
export type RoleParents = { readonly [R in Role]?: readonly Role[] | undefined }

/** For each role, the role itself and all roles that it inherits from. */
export type RoleTree = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Finds out what each role inherits. `further` are roles that are known from elsewhere, which inherit nothing.
 *
 * Throws an `OptionError` that names the role for a circle, and for a parent that is not known.
 */
export function roleTree(owner: string, parents: RoleParents, further: readonly string[]): RoleTree {
  const own = new Map<string, readonly string[]>(Object.entries(parents as Record<string, readonly string[]>))
  const known = new Set([...own.keys(), ...further])
  const tree = new Map<string, ReadonlySet<string>>()
  const collect = (role: string, way: readonly string[]): ReadonlySet<string> => {
    const done = tree.get(role)
    if (done) return done
    if (way.includes(role)) {
      const circle = [...way.slice(way.indexOf(role)), role].join(' → ')
      throw new OptionError(
        owner,
        'roles',
        `the role "${role}" inherits from itself: ${circle}. Take one of them away.`,
      )
    }
    const all = new Set([role])
    for (const parent of own.get(role) ?? []) {
      if (!known.has(parent)) throw unknownParent(owner, role, parent, known)
      for (const each of collect(parent, [...way, role])) all.add(each)
    }
    tree.set(role, all)
    return all
  }
  for (const role of known) collect(role, [])
  return tree
}

/** Returns the roles that are or include one of the given roles, by inheritance. */
export function includingRoles(tree: RoleTree, roles: Iterable<string>): readonly Role[] {
  const wanted = new Set(roles)
  return [...tree].flatMap(([role, all]) => ([...all].some((each) => wanted.has(each)) ? [role as Role] : []))
}

function unknownParent(owner: string, role: string, parent: string, known: ReadonlySet<string>): OptionError {
  const near = nearest(parent, known)
  const hint =
    near === undefined ? `Write ${JSON.stringify(parent)}: [] for a role without parents.` : `Did you mean "${near}"?`
  return new OptionError(owner, 'roles', `the role "${role}" has the unknown parent "${parent}". ${hint}`)
}

/** The values that the options `roles` and `permissions` accept. */
export function listsByRole(wants: string): OptionKind {
  return {
    wants,
    accepts: (value) =>
      isMap(value) &&
      Object.values(value).every((list) => Array.isArray(list) && list.every((each) => typeof each === 'string')),
  }
}
