/** An issue of a Standard Schema: https://standardschema.dev. */
export interface FieldsIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The result of a Standard Schema: a value, or issues. */
export interface FieldsOutcome {
  readonly issues?: readonly FieldsIssue[] | undefined
}

/**
 * Validates the fields of a form or a query, such as those of `collectFields`, by a function that a schema supplies.
 *
 * A name that was sent once may stand for a string or for a list, such as one ticked box of several. `validate` first
 * gets the string. If it refuses the string as a whole, it is called once more, with a list of that string. Returns no
 * promise if `validate` returns none.
 *
 * @example
 * const result = await validateFields((fields) => schema['~standard'].validate(fields), { tags: 'tea' })
 */
export function validateFields<R extends FieldsOutcome, F extends Fields>(
  validate: (fields: F) => R | Promise<R>,
  fields: F,
): R | Promise<R> {
  const first = validate(fields)
  return first instanceof Promise ? first.then(again) : again(first)

  function again(outcome: R): R | Promise<R> {
    const names = outcome.issues ? refusedAlone(outcome.issues, fields) : NOTHING
    if (names.size === 0) return outcome
    const second = validate(withLists(fields, names))
    const choose = (later: R) => nearer(later, outcome, names)
    return second instanceof Promise ? second.then(choose) : choose(second)
  }
}

const NOTHING: ReadonlySet<string> = new Set()

/** Returns the names of the fields that occur once, and that the schema refuses as a string. */
function refusedAlone(issues: readonly FieldsIssue[], fields: Fields): ReadonlySet<string> {
  const names = new Set<string>()
  for (const issue of issues) {
    const [name, ...deeper] = pathOf(issue)
    if (typeof name !== 'string' || deeper.length > 0 || !Object.hasOwn(fields, name)) continue
    const value = fields[name]
    if (value !== undefined && !Array.isArray(value)) names.add(name)
  }
  return names
}

function withLists<F extends Fields>(fields: F, names: ReadonlySet<string>): F {
  const changed: Record<string, unknown> = Object.assign(Object.create(null), fields)
  for (const name of names) changed[name] = [fields[name]]
  return changed as F
}

/**
 * Returns the outcome of the second call if it has no issues. Otherwise combines the issues of both calls. If the
 * string of a name was not replaced by a list, or if its list is refused as a whole too, the issues of the first call
 * count for this name. For any other name, the issues of the second call that are inside of its list count.
 */
function nearer<R extends FieldsOutcome>(second: R, first: R, names: ReadonlySet<string>): R {
  if (!second.issues || !first.issues) return second
  const asList = new Map<string, FieldsIssue[]>()
  for (const issue of second.issues) {
    const name = String(pathOf(issue)[0])
    if (names.has(name)) asList.set(name, [...(asList.get(name) ?? []), issue])
  }
  const isTold = (issue: FieldsIssue) => {
    const name = String(pathOf(issue)[0])
    return !names.has(name) || asList.get(name)?.every((inList) => pathOf(inList).length === 1)
  }
  const inside = [...asList.values()].flat().filter((issue) => pathOf(issue).length > 1)
  return { issues: [...first.issues.filter(isTold), ...inside] } as unknown as R
}

type Fields = Readonly<Record<string, unknown>>

function pathOf({ path = [] }: FieldsIssue): readonly PropertyKey[] {
  // The list is copied first: arktype's list has a class of its own, whose map() puts the length before the items.
  return Array.from(path, (part) => (typeof part === 'object' ? part.key : part))
}
