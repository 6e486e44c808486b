/** The service that the application offers under the name `acme/logger`. */
export interface Logger {
  log(line: string): void
}
