import type { StandardSchemaV1 } from '@standard-schema/spec'
import { declared } from './declared.ts'
import { pathOf } from './issue-message.ts'

/** The result of a schema for a value. */
export type Outcome = StandardSchemaV1.Result<unknown>

/** Validates a value by a schema. */
export type Validate = (value: unknown) => Outcome | Promise<Outcome>

/**
 * Makes the function that validates values by a schema, and drops the keys that the schema does not declare. The
 * function gives its result without a promise if the schema does.
 */
export function validateBy(schema: StandardSchemaV1): Validate {
  const standard = schema['~standard']
  const validate: Validate = (value) => standard.validate(value)
  if (DROPPING.has(standard.vendor)) return validate
  return (value) => {
    const first = validate(value)
    const again = (outcome: Outcome) => {
      // Keys are cut only from a value that the schema accepts with them, since a schema may also refuse them.
      const cut = outcome.issues ? value : declared(schema, value)
      return cut === value ? outcome : validate(cut)
    }
    return first instanceof Promise ? first.then(again) : again(first)
  }
}

/** The libraries whose schemas drop undeclared keys by themselves, or keep them if the schema says so. */
const DROPPING = new Set(['zod', 'valibot'])

/**
 * Makes the function that validates the fields of a query or of a form by a schema.
 *
 * A name that occurs once may be a text or a list of one text. The schema first gets the text. If the schema accepts no
 * text for this name, it is called once more, with a list of that text.
 */
export function validateFieldsBy(schema: StandardSchemaV1): Validate {
  const validate = validateBy(schema)
  return (fields) => {
    const first = validate(fields)
    return first instanceof Promise ? first.then((outcome) => again(outcome, fields)) : again(first, fields)
  }

  function again(first: Outcome, fields: unknown): Outcome | Promise<Outcome> {
    if (!first.issues || !isMap(fields)) return first
    const names = refusedAlone(first.issues, fields)
    if (names.size === 0) return first
    const second = validate(withLists(fields, names))
    const choose = (outcome: Outcome) => nearer(outcome, first, names)
    return second instanceof Promise ? second.then(choose) : choose(second)
  }
}

/** Gives the names of the fields that occur once, and that the schema refuses as a text. */
function refusedAlone(issues: readonly StandardSchemaV1.Issue[], fields: Fields): ReadonlySet<string> {
  const names = new Set<string>()
  for (const issue of issues) {
    const [name, ...deeper] = pathOf(issue)
    if (typeof name !== 'string' || deeper.length > 0 || !Object.hasOwn(fields, name)) continue
    const value = fields[name]
    if (value !== undefined && !Array.isArray(value)) names.add(name)
  }
  return names
}

function withLists(fields: Fields, names: ReadonlySet<string>): Fields {
  const changed: Record<string, unknown> = Object.assign(Object.create(null), fields)
  for (const name of names) changed[name] = [fields[name]]
  return changed
}

/**
 * Gives the outcome of the second call if it has no issues. Otherwise combines the issues of both calls. If the text of
 * a name was not replaced by a list, or if its list is refused as a whole too, the issues of the first call count for
 * this name. For any other name, the issues of the second call that are inside of its list count.
 */
function nearer(second: Outcome, first: Outcome, names: ReadonlySet<string>): Outcome {
  if (!second.issues || !first.issues) return second
  const asList = new Map<string, StandardSchemaV1.Issue[]>()
  for (const issue of second.issues) {
    const name = String(pathOf(issue)[0])
    if (names.has(name)) asList.set(name, [...(asList.get(name) ?? []), issue])
  }
  const isTold = (issue: StandardSchemaV1.Issue) => {
    const name = String(pathOf(issue)[0])
    return !names.has(name) || asList.get(name)?.every((inList) => pathOf(inList).length === 1)
  }
  const inside = [...asList.values()].flat().filter((issue) => pathOf(issue).length > 1)
  return { issues: [...first.issues.filter(isTold), ...inside] }
}

type Fields = Readonly<Record<string, unknown>>

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
