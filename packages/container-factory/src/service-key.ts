import type { Class } from './class.ts'

export type ServiceKey = string | Class

const longest = 80

/** The key as an error names it, short whatever it is. */
export function keyText(key: unknown): string {
  if (typeof key === 'string') return key.length > longest ? `${key.slice(0, longest)}…` : key
  if (typeof key === 'function') return key.name === '' ? 'anonymous class' : keyText(key.name)
  return key === null ? 'null' : typeof key
}
