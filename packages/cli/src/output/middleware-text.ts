import type { EntryDescription, MiddlewareDescription } from '@app/core'
import { maskText } from '@app/development'

/**
 * Describes middleware in a few words: by its name, its source text or its kind, such as `service acme/audit` or
 * `errors (for errors)`.
 */
export function middlewareText({
  kind,
  name,
  text: source,
  host,
  items,
  isDefault,
  isError,
  entry,
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
        ? nameText(kind, name ?? keyOf(entry))
        : maskText(source)
  return marks.length === 0 ? text : `${text} (${marks.join(', ')})`
}

/** Returns the key of an entry without `middleware_pipeline`: `cors` for `middleware_pipeline.cors`. */
export function keyOf(entry: EntryDescription | undefined): string | undefined {
  return entry?.key.replace(/^middleware_pipeline\./, '')
}

function nameText(kind: MiddlewareDescription['kind'], name: string | undefined): string {
  if (kind === 'routing' || kind === 'dispatch') return name ?? kind
  if (kind === 'service') return `service ${name}`
  return name ?? kind
}
