const head = 6
const tail = 5

/** A resolution path for people; the middle of a long one is counted, not printed. */
export function pathText(path: readonly string[]): string {
  const left = path.length - head - tail
  if (left <= 1) return path.join(' → ')
  return [...path.slice(0, head), `… ${left} more …`, ...path.slice(-tail)].join(' → ')
}
