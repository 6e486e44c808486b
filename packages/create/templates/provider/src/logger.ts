/** The receiver of the lines of the access log. */
export interface Logger {
  log(line: string): void
}
