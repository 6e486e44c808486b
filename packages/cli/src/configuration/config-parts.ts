import { type ConfigPart, explain, type KeyPath } from '@app/config'
import { isMap, UsageError } from '@app/core/extending'
import type { LoadedApplication } from '../application/load-application.ts'
import { CommandError } from '../command.ts'

/**
 * A value of a configuration, with the path of its key. The origin is known only if `@app/config` has made the
 * configuration.
 */
export type FoundPart = Omit<ConfigPart, 'origin'> & Partial<Pick<ConfigPart, 'origin'>>

/** Returns all values of a configuration below a key, at any depth, except maps and lists that have content. */
export function partsOf(config: object, key: KeyPath): readonly FoundPart[] {
  try {
    return explain(config, key)
  } catch (error) {
    if (!UsageError.is(error) || error.code !== 'APP_CONFIG_UNKNOWN') throw error
    const value = valueAt(config, key)
    return value === undefined ? [] : [...tipsOf(value, key)]
  }
}

/** Returns the value of a configuration at a key. */
export function valueAt(config: object, key: KeyPath): unknown {
  return key.reduce<unknown>((inner, name) => (isBranch(inner) ? inner[name as never] : undefined), config)
}

/**
 * Returns the name of the source that has set the value of a key, or the first value inside of it, such as
 * `config/autoload/app.global.ts`; `undefined` if the source is unknown.
 */
export function originOf(config: object, key: KeyPath): string | undefined {
  return partsOf(config, key)[0]?.origin?.name
}

function* tipsOf(value: unknown, path: KeyPath, around: readonly unknown[] = []): Generator<FoundPart> {
  if (around.includes(value)) return
  const entries = isBranch(value) ? Object.entries(value) : []
  if (entries.length === 0) yield { path, value }
  for (const [key, child] of entries) {
    yield* tipsOf(child, [...path, Array.isArray(value) ? Number(key) : key], [...around, value])
  }
}

/**
 * True if a value is a list or a plain map, whose values are shown one by one. An instance of a class is shown as a
 * single value.
 */
function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return Array.isArray(value) || isMap(value)
}

/**
 * Returns the configuration in the application's container. Throws `CommandError` if there is no container, or no
 * configuration in it.
 */
export async function configurationOf({ container }: LoadedApplication): Promise<object> {
  if (container === undefined) {
    throw CommandError.problem(
      'The application has no container, so it has no configuration either. ' +
        'Build it from one: createContainer(await loadConfig()).get(Application.SERVICE).',
    )
  }
  const config: unknown = container.has('config') ? await container.get('config') : undefined
  if (typeof config === 'object' && config !== null) return config
  throw CommandError.problem(
    'The container has no service "config". createContainer(await loadConfig()) registers the configuration under that name.',
  )
}

/**
 * Reads a key as commands print it, or with dots: `middleware_pipeline["@app/static"].priority`, `routes[0].path` or
 * `routes.0.path`.
 */
export function parseKey(text: string): KeyPath {
  const path: (string | number)[] = []
  let at = 0
  for (const match of text.matchAll(PART)) {
    if (match.index !== at) break
    const [whole, word, index, bracketed, quoted = bracketed] = match
    at += whole.length
    path.push(quoted !== undefined ? unquote(quoted, text) : index !== undefined ? Number(index) : (word ?? ''))
  }
  if (at === text.length && path.length > 0) return path
  throw unreadable(text)
}

/** Writes a key in the form that `parseKey` reads. */
export function keyText(path: KeyPath): string {
  return path
    .map((key, position) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[^.[\]"\s]+$/.test(key)) return `[${JSON.stringify(key)}]`
      return position === 0 ? key : `.${key}`
    })
    .join('')
}

function unquote(quoted: string, text: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw unreadable(text)
  }
}

function unreadable(text: string): CommandError {
  return CommandError.wrongUse(
    `${text} is not a key. Write the parts of a key with dots between them, as in middleware_pipeline.cors.priority, and a part that has a dot as in a["b.c"] or a."b.c".`,
  )
}

const QUOTED = /"(?:[^"\\]|\\.)*"/.source
const PART = new RegExp(`(?:^|\\.)([^.[\\]"]+)|\\[(\\d+)\\]|\\[(${QUOTED})\\]|(?:^|\\.)(${QUOTED})(?=[.[]|$)`, 'g')
