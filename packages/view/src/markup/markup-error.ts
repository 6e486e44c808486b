/**
 * A template that cannot be HTML, or a value that does not fit its place. The message says what to write instead.
 */
export class MarkupError extends TypeError {
  override readonly name = 'MarkupError'
}

/** Names the kind of a value for error messages, which never show its content. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value !== 'object') return `a ${typeof value}`
  const { name } = (Object.getPrototypeOf(value)?.constructor ?? {}) as { readonly name?: string }
  return name === undefined || name === 'Object' ? 'a plain object' : `an instance of ${name}`
}
