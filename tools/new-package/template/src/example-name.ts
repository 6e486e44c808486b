import type { Middleware } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'

/** What `exampleName` may be told. */
export interface ExampleNameOptions {
  /** The value of the header; `on` unless told otherwise. */
  readonly value?: string
}

/**
 * Middleware that sets the header `x-example-name` of each response.
 *
 * Throws an `OptionError` for an unknown or invalid option.
 */
export function exampleName(options: ExampleNameOptions = {}): Middleware {
  const { value = 'on' } = checkOptions('exampleName()', options, { value: optionKind.text })
  return async (request, handler) => {
    const response = await handler(request)
    response.headers.set('x-example-name', value)
    return response
  }
}
