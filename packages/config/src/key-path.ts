/** The keys that lead to a value; in a list, the index. */
export type KeyPath = readonly (string | number)[]

/** Formats a path like code: `middleware_pipeline.auth.middleware[0]`, with quotes around a key that is not a word. */
export function formatKeyPath(path: KeyPath): string {
  if (path.length === 0) return 'the configuration'
  return path.map((key, position) => formatKey(key, position === 0)).join('')
}

function formatKey(key: string | number, first: boolean): string {
  if (typeof key === 'number') return `[${key}]`
  if (/^[\w$-]+$/.test(key)) return first ? key : `.${key}`
  return `[${JSON.stringify(key)}]`
}
