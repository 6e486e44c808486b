/** Origins as a column of a table shows them. */
export interface OriginColumn {
  /** `FROM`, and behind it the folder that all of them are in. */
  readonly header: string
  readonly texts: readonly string[]
}

/** The part of each origin that differs from the others: without its number among the sources, and the folder that all share. */
export function originColumn(origins: readonly (string | undefined)[]): OriginColumn {
  const known = new Set(origins.filter((origin) => origin !== undefined))
  const short = [...known].map(briefOrigin)
  // Two sources of one name, such as functions without a name, differ by their numbers alone.
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

/** An origin without its number among the sources. */
export function briefOrigin(origin: string): string {
  return origin.replace(/ \(source \d+\)$/, '')
}

/** The folders that all paths begin with, with a slash at their end. */
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
