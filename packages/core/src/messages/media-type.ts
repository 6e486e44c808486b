/** A content type, read once: `application/json; charset=utf-8`. */
export interface MediaType {
  /** Type and subtype, lower-case, without parameters. */
  readonly essence: string
  /** By lower-case name, a null-prototype map. */
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * Reads a `Content-Type`, or gives `undefined` for one that is missing or not well-formed, as a whole.
 *
 * Source: RFC 9110 sections 5.6.6 and 8.3.1. A parameter that comes twice is not well-formed here.
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
