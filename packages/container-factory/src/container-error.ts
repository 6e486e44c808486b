/** A service could not be had; the subclass says why. */
export class ContainerError extends Error {
  /** The names from what was asked for to what failed. */
  readonly path: readonly string[]

  constructor(message: string, path: readonly string[], options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}
