/** The column of a table that shows the origins of entries, such as files and packages. */
export interface OriginColumn {
  /** The header: `FROM`, followed by the folder that all origins share, such as `FROM config/autoload/`. */
  readonly header: string
  readonly texts: readonly string[]
}

/**
 * Makes a column of origins in a short form: without a number such as ` (source 2)`, unless two origins differ only in
 * it, and without the folder that all origins share, which the header names.
 */
export function originColumn(origins: readonly (string | undefined)[]): OriginColumn {
  const known = new Set(origins.filter((origin) => origin !== undefined))
  const short = [...known].map(briefOrigin)
  // If two sources have the same name without their numbers, the numbers are kept to distinguish them.
  const isClear = (text: string) => short.indexOf(text) === short.lastIndexOf(text)
  const clear = new Map(
    [...known].map((origin, at) => [origin, isClear(short[at] ?? '') ? (short[at] ?? '') : origin] as const),
  )
  const folder = commonFolder([...clear.values()])
  return {
    header: folder === '' ? 'FROM' : `FROM ${folder}`,
    texts: origins.map((origin) => (origin === undefined ? '' : (clear.get(origin) ?? origin).slice(folder.length))),
  }
}

/** Returns an origin without the number of the source: `@app/static` for `@app/static (source 2)`. */
export function briefOrigin(origin: string): string {
  return origin.replace(/ \(source \d+\)$/, '')
}

/**
 * Returns the folder, with a slash at its end, that contains all paths; an empty string if no folder contains all of
 * them.
 */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  const folders = first.split('/').slice(0, -1)
  const differs = folders.findIndex((_, at) => {
    const folder = `${folders.slice(0, at + 1).join('/')}/`
    return others.some((path) => !path.startsWith(folder))
  })
  const common = differs === -1 ? folders : folders.slice(0, differs)
  return common.length === 0 ? '' : `${common.join('/')}/`
}
