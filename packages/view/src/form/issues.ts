import type { StandardSchemaV1 } from '@standard-schema/spec'

/** Groups the messages of issues by field; `general` has the messages that belong to no field. */
export function messagesOf(
  issues: readonly StandardSchemaV1.Issue[],
  fields: { has(name: string): boolean },
): { readonly messages: Readonly<Record<string, readonly string[]>>; readonly general: readonly string[] } {
  const messages = new Map<string, string[]>()
  const general: string[] = []
  for (const { path = [], message } of issues) {
    const keys = path.map((part) => String(typeof part === 'object' ? part.key : part))
    const field = fieldOf(keys, fields)
    if (field === undefined) general.push(message)
    else messages.set(field, [...(messages.get(field) ?? []), message])
  }
  return { messages: Object.fromEntries(messages), general }
}

/**
 * Finds the name of the field to which an issue belongs, by the path of the issue. The name is the longest beginning of
 * the path that names a sent field, such as `tags` for `tags.0`. If no beginning names a sent field, the name is the
 * first key of the path.
 */
function fieldOf(keys: readonly string[], fields: { has(name: string): boolean }): string | undefined {
  for (let length = keys.length; length > 0; length -= 1) {
    const name = keys.slice(0, length).join('.')
    if (fields.has(name)) return name
  }
  return keys[0]
}
