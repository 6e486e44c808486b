/** A parsed content type, such as `application/json; charset=utf-8`. */
export interface MediaType {
  /** Type and subtype in lower case, without parameters. */
  readonly essence: string
  /** The parameters by name in lower case; a map without a prototype. */
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * Parses a `Content-Type`. Gives `undefined` if the header is missing or any part of it is malformed.
 *
 * Source: RFC 9110 sections 5.6.6 and 8.3.1. A repeated parameter counts as malformed.
 */
export function parseMediaType(header: string | null): MediaType | undefined {
  const head = header === null ? null : TYPE.exec(header)
  if (!head || header === null) return undefined
  const parameters: Record<string, string> = Object.create(null)
  PARAMETER.lastIndex = head[0].length
  while (PARAMETER.lastIndex < header.length) {
    const found = PARAMETER.exec(header)
    if (!found) return undefined
    const [, name, token, quoted] = found
    if (name === undefined) continue
    const key = name.toLowerCase()
    if (key in parameters) return undefined
    parameters[key] = token ?? (quoted ?? '').replace(/\\(.)/g, '$1')
  }
  return { essence: (head[1] ?? '').toLowerCase(), parameters }
}

const TYPE = /^([!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+)/
const PARAMETER =
  /[\t ]*;[\t ]*(?:([!#$%&'*+\-.^_`|~\w]+)=(?:([!#$%&'*+\-.^_`|~\w]+)|"((?:[\t\x20!\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*)"))?[\t ]*/y
