import type { Middleware } from '@app/core'
import { beforeSending, checkOptions, optionKind } from '@app/core/extending'

/** Options of `jobs`. */
export interface JobsOptions {
  /** The value of the header. Default: `on`. */
  readonly value?: string | undefined
}

/**
 * Middleware that sets the header `x-jobs` of each response, also of a response to an error.
 *
 * Throws an `OptionError` for an unknown or invalid option.
 *
 * @example app.pipe(jobs({ value: 'on' }))
 */
export function jobs(options: JobsOptions = {}): Middleware {
  const { value = 'on' } = checkOptions('jobs()', options, { value: optionKind.text })
  return (request, handler) => {
    beforeSending(request, (response) => response.headers.set('x-jobs', value))
    return handler(request)
  }
}
