/**
 * The reason why there is no usable response.
 *
 * `network`: no response came, or the body of the response broke off. `timeout`: no response came in time. `response`:
 * the response does not fit its description.
 */
export type ClientErrorReason = 'network' | 'timeout' | 'response'

/** The error of a call that ended without a usable response. The message names the endpoint. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  declare readonly reason: ClientErrorReason
  /** The response that does not fit its description. If its media type does not fit, its body has not been read. */
  declare readonly response: Response | undefined

  /** Only this package makes such an error. */
  constructor(reason: ClientErrorReason, message: string, cause?: unknown, response?: Response) {
    super(message, { cause })
    this.reason = reason
    this.response = response
  }

  /** True if a value is a `ClientError` of this or another copy of the package. */
  static is(value: unknown): value is ClientError {
    return (value as Error | undefined)?.name === 'ClientError'
  }
}

/** Makes an error that names the endpoint. */
export type Fail = (reason: ClientErrorReason, problem: string, cause?: unknown, response?: Response) => ClientError

/**
 * Runs a step that needs the network. A step that fails causes a rejection: with the reason of the signal if the call
 * was aborted or timed out, else with a `ClientError` of `network`.
 */
export type Receive = <T>(step: () => T | Promise<T>) => Promise<T>
