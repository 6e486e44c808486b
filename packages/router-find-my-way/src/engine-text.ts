import { canonicalSegment } from '@app/router'

/**
 * find-my-way decodes paths by itself and cuts them at `?` and `#`. It gets them decoded already, with stand-ins from
 * the control characters, which no path holds, for what it would take for syntax.
 */
const STAND_INS: Readonly<Record<string, string>> = { '%': '\x01', '/': '\x02', '?': '\x03', '#': '\x04', '*': '\x05' }
const ORIGINALS = Object.fromEntries(Object.entries(STAND_INS).map(([character, standIn]) => [standIn, character]))

/** A canonical path, or literal text of a route, as the engine is told it; `undefined` if it cannot be decoded. */
export function toEngine(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text.replace(ENCODED_SYNTAX, (octet) => encodedStandIn(octet)))
  } catch {
    return undefined
  }
}

/** A value as the engine read it, in the path's own characters again. */
export function fromEngine(value: string): string {
  return value.replace(STAND_IN, (standIn) => ORIGINALS[standIn] ?? standIn)
}

/** A value of a path that holds nothing encoded. */
export function engineValue(value: string): string {
  return value
}

function encodedStandIn(octet: string): string {
  const character = decodeURIComponent(octet)
  return encodeURIComponent(STAND_INS[character] ?? character)
}

const ENCODED_SYNTAX = /%(?:25|2[Ff]|3[Ff]|23|2[Aa])/g
const STAND_IN = /[\x01-\x05]/g
