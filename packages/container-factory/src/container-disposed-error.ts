import { ContainerError } from './container-error.ts'
import { pathText } from './path-text.ts'

/** A service was asked for after `dispose`. */
export class ContainerDisposedError extends ContainerError {
  override readonly name = 'ContainerDisposedError'

  constructor(path: readonly string[]) {
    const by = path.length > 1 ? ` (${pathText(path)})` : ''
    super(`Service "${path.at(-1)}"${by} was asked of a container that is disposed of. Make a new container.`, path)
  }
}
