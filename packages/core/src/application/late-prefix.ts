/** The warning of a prefix that guards nothing, since dispatch comes first. */
export function latePrefix(prefix: string): string {
  return (
    `pipe('${prefix}', ...) follows the dispatch step: it sees only what no route answers. ` +
    'Pipe it before pipeDispatchMiddleware() to guard the routes under it.'
  )
}
