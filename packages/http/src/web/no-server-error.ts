/** The error of what only a server of node can do. */
export function noServer(what: string): Error {
  return new Error(
    `${what} needs node:http, which this platform has not. Export the application: its fetch serves here.`,
  )
}
