/**
 * The known name closest to a mistyped one, if one is close: at most a third of its letters differ.
 *
 * For the "Did you mean" of an error.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.floor(name.length / 3) + 1
  for (const candidate of known) {
    const distance = editDistance(name, candidate, least)
    if (distance < least) {
      best = candidate
      least = distance
    }
  }
  return best
}

/** Levenshtein's distance, given up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(substitution, (previous[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    previous = row
  }
  return previous[b.length] as number
}
