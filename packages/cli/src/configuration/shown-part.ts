import type { KeyPath } from '@app/config'
import { isPlainMap, plainValue } from '../output/plain-value.ts'
import type { FoundPart } from './config-parts.ts'
import { isSecretKey, MASK, maskText } from './mask-secrets.ts'
import type { NameOrigin } from './origin-names.ts'

/** A part of a configuration as it is shown: its value is plain data, and no secret. */
export interface ShownPart {
  readonly path: KeyPath
  readonly value: unknown
  readonly origin?: string
  /** The variable of the environment that it was asked from. */
  readonly env?: string
}

/** What the environment gave may be a secret, so it is never shown. */
export function shownPart({ path, value, origin, env }: FoundPart, nameOrigin: NameOrigin): ShownPart {
  const isMasked = env?.isSet || isSecretKey(path)
  return {
    path: path.map((key) => (typeof key === 'string' ? maskText(key) : key)),
    value: isMasked ? masked(value) : shown(value),
    ...(origin && { origin: maskText(nameOrigin(origin.name)) }),
    ...(env && { env: env.variable }),
  }
}

/** Whether there is something, and what kind of thing, is no secret. */
function masked(value: unknown): unknown {
  const isOpen = value === null || value === '' || typeof value === 'boolean' || isEmpty(value)
  return isOpen || typeof value === 'function' ? shown(value) : MASK
}

function shown(value: unknown): unknown {
  if (isEmpty(value)) return value
  const plain = plainValue(value)
  return typeof plain === 'string' ? maskText(plain) : plain
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && value !== null && isPlainMap(value)
}
