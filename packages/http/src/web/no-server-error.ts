/** The error of a function that only works with a server of node. */
export function noServer(what: string): Error {
  return new Error(
    `${what} needs node:http, which this platform has not. Export the application: its fetch serves here.`,
  )
}
