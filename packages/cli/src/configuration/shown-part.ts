import type { KeyPath } from '@app/config'
import { isMap } from '@app/core/extending'
import { isSecretPath, MASK, maskText } from '@app/development'
import { plainValue } from '../output/plain-data.ts'
import { keyText, partsOf, valueAt } from './config-parts.ts'
import type { NameOrigin } from './provider-list.ts'

/**
 * `kinds` shows the type of each value in place of the value, `values` shows all values except possible secrets, and
 * `secrets` shows all values.
 */
export type Shows = 'kinds' | 'values' | 'secrets'

/** A value of a configuration as `app config` shows it: as plain data, or masked, or only its type. */
export interface ShownPart {
  readonly path: KeyPath
  readonly value: unknown
  readonly origin?: string
  /** The name of the environment variable that the value was read from. */
  readonly env?: string
  /**
   * The values that earlier sources have set for the same key, and that later sources have replaced; the latest first.
   */
  readonly overridden?: readonly Omit<ShownPart, 'path' | 'overridden'>[]
}

/**
 * Returns the values of a configuration below a key as `app config` shows them. Unless `shows` is `secrets`, values
 * that may be secrets are masked, such as those that were read from environment variables.
 */
export function showParts(config: object, asked: KeyPath, shows: Shows, nameOrigin: NameOrigin): readonly ShownPart[] {
  const masked = shows === 'secrets' ? (text: string) => text : maskText
  const shown = partsOf(config, asked).map(({ path, value, origin, env, overridden }): ShownPart => {
    const isSecret = [path, [...path.slice(0, -1), labelOf(config, path)]].some(isSecretPath)
    const show = (what: unknown, isFromOutside: boolean) => {
      if (shows === 'kinds') return kindOf(what)
      return (isSecret || isFromOutside) && shows !== 'secrets' ? hidden(what) : data(what, masked)
    }
    return {
      path: path.map((key) => (typeof key === 'string' ? masked(key) : key)),
      value: show(value, env?.isSet === true),
      ...(origin && { origin: masked(nameOrigin(origin.name)) }),
      ...(env && { env: env.variable }),
      ...(overridden && {
        overridden: overridden.map((earlier) => ({
          value: show(earlier.value, false),
          origin: masked(nameOrigin(earlier.origin.name)),
          ...(earlier.variable !== undefined && { env: earlier.variable }),
        })),
      }),
    }
  })
  return shows === 'kinds' ? foldLists(shown, asked) : shown
}

/**
 * True if the values at a path are names of services, such as in the list of the middleware of a route. In any other
 * list, an item such as `x-api-key` is taken as the label of the next item, which is then masked; a service name such
 * as `acme/token` is not such a label.
 */
function isServiceName([section, second, third]: KeyPath): boolean {
  return (section === 'middleware_pipeline' || section === 'routes') && second !== undefined && third === 'middleware'
}

/**
 * Returns the text beside a value that may name the value: `x-api-key` in `['x-api-key', '…']`, or `password` in
 * `{ name: 'password', value: '…' }`.
 */
function labelOf(config: object, path: KeyPath): string {
  if (isServiceName(path)) return ''
  const key = path.at(-1)
  const beside = typeof key === 'number' ? [key - 1] : key === 'value' ? ['name', 'key', 'header'] : []
  const labels = beside.map((other) => valueAt(config, [...path.slice(0, -1), other]))
  return labels.filter((label) => typeof label === 'string').join(' ')
}

/** True if a value cannot contain a secret, such as `true`, `null`, an empty string or a function. */
function isOpen(value: unknown): boolean {
  return value === null || value === '' || typeof value === 'boolean' || typeof value === 'function' || isEmpty(value)
}

function hidden(value: unknown): unknown {
  return isOpen(value) ? data(value, maskText) : MASK
}

function kindOf(value: unknown): unknown {
  if (isOpen(value)) return data(value, maskText)
  if (typeof value !== 'object' || value === null) return typeof value
  return `object of ${value.constructor?.name ?? 'no class'}`
}

function data(value: unknown, masked: (text: string) => string): unknown {
  if (isEmpty(value)) return value
  const plain = plainValue(value)
  return typeof plain === 'string' ? masked(plain) : plain
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return isMap(value)
}

/**
 * Replaces the items of a list by a single line with the text `list of 3`. The items stay if they are maps or lists
 * themselves, or if they come from several sources.
 */
function foldLists(parts: readonly ShownPart[], asked: KeyPath): readonly ShownPart[] {
  const lists = new Map<string, ShownPart[]>()
  const unfolded = new Set<string>()
  for (const part of parts) {
    for (const [at, key] of part.path.entries()) {
      if (typeof key !== 'number' || at < asked.length) continue
      const list = keyText(part.path.slice(0, at))
      const items = lists.get(list) ?? []
      lists.set(list, [...items, part])
      if (at < part.path.length - 1 || part.origin !== (items[0] ?? part).origin) unfolded.add(list)
    }
  }
  return parts.flatMap((part) => {
    const around = part.path.slice(0, -1)
    const items = lists.get(keyText(around)) ?? []
    if (!items.includes(part) || unfolded.has(keyText(around))) return [part]
    return part === items[0] ? [{ ...part, path: around, value: `list of ${items.length}` }] : []
  })
}
