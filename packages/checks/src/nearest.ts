/**
 * Finds the known name that is most similar to a mistyped name, for a "Did you mean" in an error; returns `undefined`
 * if no known name is similar.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  return nearestNames(name, known)[0]
}

/** Finds the known names that are similar to `wanted`, at most three, the most similar first. */
export function nearestNames(wanted: string, names: Iterable<string>): readonly string[] {
  const near: { readonly name: string; readonly distance: number }[] = []
  for (const name of new Set(names)) {
    if (stemOf(wanted) === stemOf(name)) {
      near.push({ name, distance: 0 })
      continue
    }
    const allowed = Math.floor(Math.max(wanted.length, name.length) / 3)
    if (Math.abs(wanted.length - name.length) > allowed) continue
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase())
    if (distance <= allowed) near.push({ name, distance })
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name)
}

/** Returns a name in lower case, in the singular, and without separators: `policies` and `policy` are the same here. */
function stemOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[_-]/g, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=.)s$/, '')
}

/**
 * Counts the insertions, deletions, substitutions and swaps of neighbouring characters that turn one name into the
 * other.
 */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}

/** An option that a function does not have, and the text of its error. */
export interface UnknownOption {
  readonly name: string
  readonly problem: string
}

/** Finds the first option that a function does not have; returns `undefined` if all options are known. */
export function unknownOption(options: object, known: readonly string[]): UnknownOption | undefined {
  const name = Object.keys(options).find((option) => !known.includes(option))
  if (name === undefined) return undefined
  const near = nearest(name, known)
  const hint = near === undefined ? `Options are ${known.join(', ')}.` : `Did you mean "${near}"?`
  return { name, problem: `unknown option "${name}". ${hint}` }
}

const most = 3
