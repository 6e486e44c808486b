import type { Middleware } from '@app/core'
import { beforeSending, checkOptions, optionKind } from '@app/core/extending'

/** Options of `exampleName`. */
export interface ExampleNameOptions {
  /** The value of the header. Default: `on`. */
  readonly value?: string | undefined
}

/**
 * Middleware that sets the header `x-example-name` of each response, also of a response to an error.
 *
 * Throws an `OptionError` for an unknown or invalid option.
 *
 * @example app.pipe(exampleName({ value: 'on' }))
 */
export function exampleName(options: ExampleNameOptions = {}): Middleware {
  const { value = 'on' } = checkOptions('exampleName()', options, { value: optionKind.text })
  return (request, handler) => {
    beforeSending(request, (response) => response.headers.set('x-example-name', value))
    return handler(request)
  }
}
