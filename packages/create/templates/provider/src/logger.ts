/** Where lines go. */
export interface Logger {
  log(line: string): void
}
