import type { KeyPath } from '@app/config'
import { isSecretName, MASK, maskText } from '@app/core/development'
import { isMap } from '@app/core/extending'
import { plainValue } from '../output/plain-data.ts'
import { keyText, partsOf, valueAt } from './config-parts.ts'
import type { NameOrigin } from './provider-list.ts'

/**
 * The values that are shown: only their kinds (`kinds`), all except possible secrets (`values`), or all (`secrets`).
 */
export type Shows = 'kinds' | 'values' | 'secrets'

/** A part of a configuration in the form in which commands show it: its value is plain data. */
export interface ShownPart {
  readonly path: KeyPath
  readonly value: unknown
  readonly origin?: string
  /** The variable of the environment that the value was read from. */
  readonly env?: string
  /**
   * The values that earlier sources have set for the same key, and that later sources have replaced; the latest first.
   */
  readonly overridden?: readonly Omit<ShownPart, 'path' | 'overridden'>[]
}

/**
 * Gives the parts of a configuration below a key in the form to show. A value from the environment may be a secret, and
 * is masked.
 */
export function showParts(config: object, asked: KeyPath, shows: Shows, nameOrigin: NameOrigin): readonly ShownPart[] {
  const masked = shows === 'secrets' ? (text: string) => text : maskText
  const shown = partsOf(config, asked).map(({ path, value, origin, env, overridden }): ShownPart => {
    const isSecret = isSecretKey(path) || isSecretName(labelOf(config, path))
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

/** Whether a key, or a key above it, has a name such as `password`, which says that the value is a secret. */
function isSecretKey(path: KeyPath): boolean {
  return path.some((key, at) => typeof key === 'string' && !isGivenName(path, at) && isSecretName(key))
}

/**
 * Whether a key is a name that the application gives to an entry, a service or a route. Such a name does not make the
 * value a secret, even if the name has a word such as `token`.
 */
function isGivenName(path: KeyPath, position: number): boolean {
  const [section, second] = path
  if (section === 'middleware_pipeline') return position === 1
  if (section === 'dependencies') return position === 1 || (position === 2 && second !== 'services')
  return section === 'routes' && (position === 1 || (path[2] === 'options' && path[3] === 'tokens'))
}

/**
 * Whether a value is the name of a service in a list: an eager service, or a part of a pipeline or of a route's
 * handler. In such a list, the item in front of a value says nothing about the value.
 */
function isServiceName([section, second, third]: KeyPath): boolean {
  if (section === 'dependencies') return second !== 'services'
  return (section === 'middleware_pipeline' || section === 'routes') && second !== undefined && third === 'middleware'
}

/**
 * Gives the text beside a value that says what the value is: `['x-api-key', '…']`, `['--token', '…']`, `{ name:
 * 'password', value: '…' }`.
 */
function labelOf(config: object, path: KeyPath): string {
  if (isServiceName(path)) return ''
  const key = path.at(-1)
  const beside = typeof key === 'number' ? [key - 1] : key === 'value' ? ['name', 'key', 'header'] : []
  const labels = beside.map((other) => valueAt(config, [...path.slice(0, -1), other]))
  return labels.filter((label) => typeof label === 'string').join(' ')
}

/** Whether a value reveals no secret, such as `true`, `null`, an empty text or a function. */
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
 * Replaces the items of a list by one part, `list of 3`. The items of a list of maps, or of a list from several
 * sources, stay.
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
