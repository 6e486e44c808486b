/** The receiver of the lines. */
export interface Logger {
  log(line: string): void
}
