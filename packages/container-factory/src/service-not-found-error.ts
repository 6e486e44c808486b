import { ContainerError } from './container-error.ts'
import { nearestNames } from './nearest-names.ts'
import { orList } from './or-list.ts'
import { pathText } from './path-text.ts'

/** Nothing is registered under the last name of the path; the message has the names that are near. */
export class ServiceNotFoundError extends ContainerError {
  override readonly name = 'ServiceNotFoundError'

  constructor(path: readonly string[], known: Iterable<string>, isAliased: boolean) {
    const missing = path.at(-1) ?? ''
    const requirer = path.at(-2)
    const by = requirer === undefined ? '' : `, required by ${isAliased ? 'alias ' : ''}${requirer}`
    const near = nearestNames(missing, known)
    const hint = near.length === 0 ? '' : `; did you mean ${orList(near)}?`
    const owner = /^@[^/]+\/[^/]+/.exec(missing)?.[0]
    const register = owner ? `Put the configProvider of ${owner} into defineConfig([…]), register it` : 'Register it'
    super(
      `Service not found: ${pathText([...path.slice(0, -1), `missing ${missing}`])}${by}${hint}${hint ? '' : '.'} ` +
        `${register} in dependencies (a class may have static inject instead), or correct the name.`,
      path,
    )
  }
}
