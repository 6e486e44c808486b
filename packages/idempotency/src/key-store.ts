/**
 * Keeps idempotency keys and the responses to their requests, for all processes that share it. Each method decides in
 * one step, so that of any number of processes one alone claims a key.
 *
 * Times are those of the store, not of the process. A method that cannot reach the store rejects.
 */
export interface KeyStore {
  /**
   * Claims a key for a request, for `lease` seconds, if nobody has claimed it. A key whose lease is over is `abandoned`;
   * it is claimed if `after` is still its holder.
   */
  claim(id: string, claim: KeyClaim): Promise<ClaimedKey>
  /** Extends the lease of a claimed key. Resolves to false if another holder has it by now. */
  renew(id: string, holder: string, lease: number): Promise<boolean>
  /** Keeps the response for `lifetime` seconds, unless one is kept already, or the key is of another request by now. */
  finish(id: string, request: string, response: string, lifetime: number): Promise<void>
  /** Forgets a key that has no response, if this holder still has it. */
  free(id: string, holder: string): Promise<void>
}

/** The claim of a process to a key. */
export interface KeyClaim {
  /** Digest of the request; a key belongs to one request. */
  readonly request: string
  /** Random text that names whoever claims. */
  readonly holder: string
  /** Seconds until others may take the key over, unless the lease is renewed. */
  readonly lease: number
  /** Seconds for which the key is known. */
  readonly lifetime: number
  /** The holder that has abandoned the key. */
  readonly after?: string | undefined
}

/** The state of a key after a claim. */
export type ClaimedKey =
  | { readonly state: 'claimed' }
  | { readonly state: 'running' | 'abandoned'; readonly request: string; readonly holder: string }
  | { readonly state: 'finished'; readonly request: string; readonly response: string }
