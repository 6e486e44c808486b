import { UsageError } from '@app/core/extending'

/** Makes the error for a template that cannot be HTML, and for a value that does not fit its place. */
export function invalidMarkup(message: string): UsageError {
  return new UsageError('APP_MARKUP', message)
}

/** Names the kind of a value for error messages, which never show its content. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value !== 'object') return `a ${typeof value}`
  const { name } = (Object.getPrototypeOf(value)?.constructor ?? {}) as { readonly name?: string }
  return name === undefined || name === 'Object' ? 'a plain object' : `an instance of ${name}`
}
