import type { Contract } from '@app/endpoint'

/** Returns a part of a contract that is not an endpoint, if it can be a group of endpoints; else throws. */
export function groupOf(name: string, part: unknown): Contract {
  if (typeof part === 'object' && part && !('~standard' in part)) return part as Contract
  throw new TypeError(`"${name}" is neither an endpoint nor a group`)
}
