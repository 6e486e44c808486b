/**
 * The error for the path of a route that does not parse. The message points at the mistake and says what to write
 * instead.
 */
export class PathSyntaxError extends Error {
  override readonly name = 'PathSyntaxError'
  readonly path: string
  /** The index of the mistake in the path, in UTF-16 units. */
  readonly position: number

  constructor(path: string, position: number, problem: string, instead: string) {
    super(`Invalid path "${path}": ${problem}. Write ${instead}.\n  ${path}\n  ${' '.repeat(position)}^`)
    this.path = path
    this.position = position
  }
}
