import { behaviourChanges } from './behaviour/behaviour-changes.ts'
import { NOT_EXPORTED } from './not-exported.ts'
import { type Member, type Members, membersOf, type Sections, sectionsIn } from './read-report.ts'

/** The least level of the changeset that a change of public names requires. */
export type Level = 'major' | 'minor'

/** One difference between the API report (`api.md`) of a package and an earlier one. */
export interface ApiChange {
  readonly level: Level
  /** The name that changed: `@app/core: Application.run`. */
  readonly where: string
  /** The change in words, such as `is new`, `is gone`, or the declarations before and after it. */
  readonly what: string
}

/**
 * The declarations in the `api.md` files of all packages, before and after the change. A name that a package re-exports
 * gets its declaration from here.
 */
export interface Others {
  readonly before?: Sections
  readonly after?: Sections
}

/**
 * The differences between two API reports of a package, each with the level of the changeset that it requires.
 * Something new is a minor: an export, a member of a class or of a value, an optional member of an interface, an
 * optional parameter, a parameter that accepts more, an optional member that also accepts `undefined`, an overload.
 * Everything else is a major: a removed name, a changed declaration, and a required member of an interface, since
 * objects of users lack it, unless a comment says `@sealed`. A changed behaviour in the report, such as a default, is a
 * major too. `others` has the declarations of other packages that this package re-exports, before and after the change.
 */
export function apiChanges(before: string, after: string, others: Others = {}): readonly ApiChange[] {
  const [old, now] = [sectionsIn(before, others.before), sectionsIn(after, others.after)]
  const declared = [...new Set([...old.keys(), ...now.keys()])].flatMap((section) => {
    const [had, has] = [old.get(section) ?? new Map(), now.get(section) ?? new Map()]
    return [...new Set([...had.keys(), ...has.keys()])].flatMap((name) =>
      changesOf(section, name, had.get(name), has.get(name)),
    )
  })
  return [...declared, ...behaviourChanges(before, after)]
}

/** The highest level that one of the changes requires; `undefined` if nothing changed. */
export function levelOf(changes: readonly ApiChange[]): Level | undefined {
  return changes.find(({ level }) => level === 'major')?.level ?? changes[0]?.level
}

function changesOf(section: string, name: string, before?: string, after?: string): readonly ApiChange[] {
  if (before === after) return []
  const where = `${section}: ${name}`
  if (before === undefined || after === undefined) {
    // A new or removed declaration that is not exported is not listed: the exported declarations that use it are listed
    // as changed.
    if (section === NOT_EXPORTED) return []
    return [
      before === undefined ? { level: 'minor', where, what: 'is new' } : { level: 'major', where, what: 'is gone' },
    ]
  }
  const [had, has] = [membersOf(before), membersOf(after)]
  if (had.head !== has.head) return [{ level: 'major', where, what: `was ${had.head}, is ${has.head}` }]
  return [...new Set([...had.members.keys(), ...has.members.keys()])].flatMap((member) =>
    memberChanges(member === '' ? where : `${where}.${member}`, member, had, has),
  )
}

function memberChanges(where: string, member: string, had: Members, has: Members): readonly ApiChange[] {
  const [before, after] = [had.members.get(member), has.members.get(member)]
  if (after === undefined) return [{ level: 'major', where, what: 'is gone' }]
  if (before === undefined) {
    const isMinor = !has.isMadeByOthers || after.every(({ isOptional }) => isOptional)
    return [{ level: isMinor ? 'minor' : 'major', where, what: isMinor ? 'is new' : 'is new and required' }]
  }
  const left = before.filter(({ text }) => !after.some((one) => one.text === text))
  const added = after.filter(({ text }) => !before.some((one) => one.text === text))
  if (left.length === 0 && added.length === 0) return []
  const isWider = left.every((one) =>
    added.some(
      (other) =>
        takesUndefined(one, other) || (!has.isMadeByOthers && one.signature && other.signature?.takes(one.signature)),
    ),
  )
  const what = `was ${left.map(({ text }) => text).join(' ') || 'less'}, is ${added.map(({ text }) => text).join(' ')}`
  return [{ level: isWider ? 'minor' : 'major', where, what }]
}

/**
 * Whether an optional member now also accepts `undefined`, which breaks no code that reads the member: that code had to
 * expect `undefined` before.
 */
function takesUndefined(before: Member, after: Member): boolean {
  const [, name = '', type = ''] = /^(.*?\?: )(.*);$/.exec(before.text) ?? []
  return (
    name !== '' && [`${type} | undefined`, `(${type}) | undefined`].some((wider) => after.text === `${name}${wider};`)
  )
}
