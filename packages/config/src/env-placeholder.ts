import { isBranded } from './is-branded.ts'
import { UnresolvedEnvError } from './unresolved-env-error.ts'

const ENV: unique symbol = Symbol.for('@app/config/env')

/** What the text of a variable is read as. */
export type EnvType = 'string' | 'integer' | 'number' | 'boolean'

/** A variable that is asked for; `fallback` is undefined when it must be set. */
export interface EnvRequest {
  readonly variable: string
  readonly type: EnvType
  readonly fallback: unknown
}

interface EnvPlaceholder {
  readonly [ENV]: EnvRequest
}

/** Makes the object that stands in a configuration until its variable is read. */
export function envPlaceholder(request: EnvRequest): EnvPlaceholder {
  const unresolved = (): never => {
    throw new UnresolvedEnvError(request.variable)
  }
  return Object.freeze({ [ENV]: request, [Symbol.toPrimitive]: unresolved, toJSON: unresolved })
}

/** Whether a value was made by `env()`. */
export function isEnvPlaceholder(value: unknown): value is EnvPlaceholder {
  return isBranded(value, ENV)
}

/** What a placeholder asks for. */
export function envRequestOf(placeholder: EnvPlaceholder): EnvRequest {
  return placeholder[ENV]
}
