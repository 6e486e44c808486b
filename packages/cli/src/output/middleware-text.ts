import type { MiddlewareDescription } from '@app/core'
import { maskText } from '@app/core/development'

/** Middleware in a few words: its name, or what it is. */
export function middlewareText({
  kind,
  name,
  text: source,
  host,
  items,
  isDefault,
  isError,
}: MiddlewareDescription): string {
  const marks = [
    ...(isDefault ? ['default'] : []),
    ...(isError ? ['for errors'] : []),
    ...(host === undefined ? [] : [`for ${host}`]),
  ]
  const text =
    kind === 'pipeline' && items && name === undefined
      ? 'pipeline'
      : source === undefined
        ? nameText(kind, name)
        : maskText(source)
  return marks.length === 0 ? text : `${text} (${marks.join(', ')})`
}

/** The handlers of a route in one line; a nested pipeline as a list. */
export function answererText(middleware: MiddlewareDescription): string {
  if (middleware.kind !== 'pipeline' || !middleware.items) return middlewareText(middleware)
  return `[${middleware.items.map(answererText).join(', ')}]`
}

function nameText(kind: MiddlewareDescription['kind'], name: string | undefined): string {
  if (kind === 'routing' || kind === 'dispatch') return name ?? kind
  if (kind === 'service') return `service ${name}`
  return name ?? kind
}
