/** A route's path does not parse; the message points at the place and says what to write instead. */
export class PathSyntaxError extends Error {
  override readonly name = 'PathSyntaxError'
  readonly path: string
  /** Where the mistake is, in UTF-16 units from the start of the path. */
  readonly position: number

  constructor(path: string, position: number, problem: string, instead: string) {
    super(`Invalid path "${path}": ${problem}. Write ${instead}.\n  ${path}\n  ${' '.repeat(position)}^`)
    this.path = path
    this.position = position
  }
}
