import type { Middleware } from '@app/core'

/** What `exampleName` may be told. */
export interface ExampleNameOptions {
  /** The value of the header; `on` unless told otherwise. */
  readonly value?: string
}

/** Middleware that sets the header `x-example-name` of each response. */
export function exampleName({ value = 'on' }: ExampleNameOptions = {}): Middleware {
  return async (request, handler) => {
    const response = await handler(request)
    response.headers.set('x-example-name', value)
    return response
  }
}
