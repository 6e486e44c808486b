/** A response cannot be sent, since it was sent or its body was read before. */
export class ResponseUsedError extends Error {
  override readonly name = 'ResponseUsedError'

  constructor(how: 'sent' | 'read') {
    super(`This response was ${how} before. Make one for each request, or answer with response.clone().`)
  }
}
