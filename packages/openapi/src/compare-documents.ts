import { isMap, type JsonSchema } from './json-schema.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/**
 * The size of a change for users of the application: `major` can break their code, `minor` adds or allows something,
 * `patch` only changes descriptions, names and examples.
 */
export type ChangeSize = 'major' | 'minor' | 'patch'

/** A change from one document to the next. */
export interface DocumentChange {
  readonly size: ChangeSize
  /** The operation and the part of it that have changed, such as `POST /notes: body`. */
  readonly place: string
  readonly message: string
}

type Anything = Readonly<Record<string, unknown>>

/**
 * Lists the changes from one document to the next, the largest first.
 *
 * A change that can break an old client is major: a removal, a new requirement for requests, another log-in, a key or
 * header that a response may now lack, and any other change of a schema, such as another type. Additions, keys that
 * requests may now omit or that responses now always have, and deprecations are minor. Other titles, descriptions,
 * operation ids, tags and examples are patch.
 *
 * @example
 * for (const { size, place, message } of compareDocuments(published, current)) console.log(size, place, message)
 */
export function compareDocuments(before: OpenApiDocument, after: OpenApiDocument): readonly DocumentChange[] {
  const changes: DocumentChange[] = []
  const add = (size: ChangeSize, place: string, message: string) => void changes.push({ size, place, message })
  eachKey(before.paths, after.paths, (path, was, is) => {
    eachKey(mapOf(was), mapOf(is), (method, one, other) => {
      const place = `${method.toUpperCase()} ${path}`
      if (one === undefined) add('minor', place, 'is new')
      else if (other === undefined) add('major', place, 'is gone')
      else compareOperations(place, [mapOf(one), before], [mapOf(other), after], add)
    })
  })
  compareWords(
    'info',
    before.info as unknown as Anything,
    after.info as unknown as Anything,
    ['title', 'description'],
    add,
  )
  return changes.sort((a, b) => ORDER.indexOf(a.size) - ORDER.indexOf(b.size))
}

/**
 * Returns the size of the largest change; `undefined` if there are no changes.
 *
 * @example
 * if (largestChange(compareDocuments(published, current)) === 'major') process.exitCode = 1
 */
export function largestChange(changes: readonly DocumentChange[]): ChangeSize | undefined {
  return changes[0]?.size
}

const ORDER: readonly ChangeSize[] = ['major', 'minor', 'patch']

type Add = (size: ChangeSize, place: string, message: string) => void
/** A part of one of the two compared documents, with the whole document, in which its references are looked up. */
type Side = readonly [Anything, OpenApiDocument]

function compareOperations(place: string, [was, before]: Side, [is, after]: Side, add: Add): void {
  compareWords(place, was, is, ['summary', 'description', 'operationId', 'tags'], add)
  if (!was.deprecated && is.deprecated) add('minor', place, 'is deprecated')
  if (textOf(was.security) !== textOf(is.security)) add('major', place, 'requires another log-in')
  eachKey(parametersOf(was), parametersOf(is), (name, one, other) => {
    const there = `${place}: ${name}`
    if (one === undefined)
      add(mapOf(other).required ? 'major' : 'minor', there, mapOf(other).required ? 'is new and required' : 'is new')
    else if (other === undefined) add('major', there, 'is gone')
    else {
      if (!mapOf(one).required && mapOf(other).required) add('major', there, 'is required now')
      compareSchemas(there, [mapOf(mapOf(one).schema), before], [mapOf(mapOf(other).schema), after], 'input', add)
    }
  })
  const [bodyWas, bodyIs] = [mapOf(was.requestBody), mapOf(is.requestBody)]
  if (was.requestBody === undefined && bodyIs.required) add('major', `${place}: body`, 'is new and required')
  else if (!bodyWas.required && bodyIs.required) add('major', `${place}: body`, 'is required now')
  compareContents(`${place}: body`, [mapOf(bodyWas.content), before], [mapOf(bodyIs.content), after], 'input', add)
  eachKey(mapOf(was.responses), mapOf(is.responses), (status, one, other) => {
    const there = `${place}: ${status}`
    if (one === undefined) add('minor', there, 'is a new answer')
    else if (other === undefined) add('major', there, 'is no answer any more')
    else {
      compareHeaders(there, mapOf(mapOf(one).headers), mapOf(mapOf(other).headers), add)
      compareContents(there, [mapOf(mapOf(one).content), before], [mapOf(mapOf(other).content), after], 'output', add)
    }
  })
}

function compareHeaders(place: string, was: Anything, is: Anything, add: Add): void {
  eachKey(was, is, (name, one, other) => {
    const there = `${place}: header ${name}`
    if (one === undefined) add('minor', there, 'is new')
    else if (other === undefined) add('major', there, 'is gone')
    else if (mapOf(one).required && !mapOf(other).required) add('major', there, 'may be missing now')
  })
}

function parametersOf({ parameters }: Anything): Anything {
  const list = Array.isArray(parameters) ? (parameters as readonly Anything[]) : []
  return Object.fromEntries(list.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
}

function compareContents(
  place: string,
  [was, before]: Side,
  [is, after]: Side,
  way: 'input' | 'output',
  add: Add,
): void {
  eachKey(was, is, (type, one, other) => {
    if (one === undefined) add('minor', place, `may be ${type}`)
    else if (other === undefined) add('major', place, `is not ${type} any more`)
    else compareSchemas(place, [mapOf(mapOf(one).schema), before], [mapOf(mapOf(other).schema), after], way, add)
  })
}

function compareSchemas(place: string, was: Side, is: Side, way: 'input' | 'output', add: Add, depth = 0): void {
  const [one, other] = [resolved(was), resolved(is)]
  if (depth > DEEPEST || textOf([was[0], one]) === textOf([is[0], other])) {
    if (depth > DEEPEST || !JSON.stringify(one).includes('$ref')) return
  }
  const required = [one, other].map((schema) => new Set(Array.isArray(schema.required) ? schema.required : []))
  const [requiredWas, requiredIs] = required as [Set<unknown>, Set<unknown>]
  eachKey(mapOf(one.properties), mapOf(other.properties), (name, left, right) => {
    const there = `${place}.${name}`
    if (left === undefined) {
      const breaks = way === 'input' && requiredIs.has(name)
      add(breaks ? 'major' : 'minor', there, breaks ? 'is new and required' : 'is new')
    } else if (right === undefined) add('major', there, 'is gone')
    else {
      if (way === 'input' && !requiredWas.has(name) && requiredIs.has(name)) add('major', there, 'is required now')
      if (way === 'output' && requiredWas.has(name) && !requiredIs.has(name)) add('major', there, 'may be missing now')
      const relaxed =
        way === 'input'
          ? requiredWas.has(name) && !requiredIs.has(name)
          : !requiredWas.has(name) && requiredIs.has(name)
      if (relaxed) add('minor', there, way === 'input' ? 'may be left out now' : 'is always there now')
      compareSchemas(there, [mapOf(left), was[1]], [mapOf(right), is[1]], way, add, depth + 1)
    }
  })
  if (isMap(one.items) && isMap(other.items)) {
    compareSchemas(`${place}[]`, [one.items, was[1]], [other.items, is[1]], way, add, depth + 1)
  }
  const [restWas, restIs] = [restOf(one), restOf(other)]
  if (textOf(restWas) !== textOf(restIs)) add('major', place, `is ${textOf(restIs)}, was ${textOf(restWas)}`)
  compareWords(place, one, other, WORDS, add)
}

const DEEPEST = 20
const WORDS = ['title', 'description', 'examples', 'example', 'deprecated']

/** Returns a schema without the keywords that `compareSchemas` compares one by one. */
function restOf(schema: JsonSchema): JsonSchema {
  const apart = new Set(['properties', 'required', ...WORDS, ...(isMap(schema.items) ? ['items'] : [])])
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !apart.has(key)))
}

function resolved([part, { components }]: Side): JsonSchema {
  const { $ref } = part
  if (typeof $ref !== 'string') return part
  return components?.schemas?.[$ref.slice('#/components/schemas/'.length)] ?? part
}

function compareWords(place: string, was: Anything, is: Anything, words: readonly string[], add: Add): void {
  for (const word of words) {
    if (textOf(was[word]) !== textOf(is[word])) add('patch', place, `has another ${word}`)
  }
}

function eachKey(was: Anything, is: Anything, use: (key: string, was: unknown, is: unknown) => void): void {
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) use(key, was[key], is[key])
}

function mapOf(value: unknown): Anything {
  return isMap(value) ? value : {}
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}
