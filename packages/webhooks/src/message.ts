/** A request to send. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  readonly responseLimit: number
  /** Networks to which it may be sent besides the public internet. */
  readonly networks: readonly string[]
}

/** The response to a request. */
export interface Sent {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}
