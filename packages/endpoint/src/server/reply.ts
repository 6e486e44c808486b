/** Options of a response, beside its status and value. */
export interface ReplyInit {
  /** Headers, such as `location`. If the description requires headers for the status, they have to be here. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The result of `respond`, which the handler has to return. */
export class Reply {
  readonly status: number
  readonly value: unknown
  readonly init: ReplyInit | undefined

  constructor(status: number, value: unknown, init: ReplyInit | undefined) {
    this.status = status
    this.value = value
    this.init = init
  }
}

/** Checks whether a value is a `Response`, also if another realm made it, which has a class `Response` of its own. */
export function isResponse(value: unknown): value is Response {
  return value instanceof Response || Object.prototype.toString.call(value) === '[object Response]'
}
