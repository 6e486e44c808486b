import { ContainerError } from './container-error.ts'

/** A service was asked for after `dispose`. */
export class ContainerDisposedError extends ContainerError {
  override readonly name = 'ContainerDisposedError'

  constructor(path: readonly string[]) {
    super(
      `Service "${path.at(-1)}" was asked of a container that is disposed of. Ask before, or make a new container.`,
      path,
    )
  }
}
