/** The port that a text names; `undefined` for one that names none. */
export function portIn(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return port <= 65_535 ? port : undefined
}
