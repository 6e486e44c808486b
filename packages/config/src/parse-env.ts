import type { EnvType } from './env-placeholder.ts'

const TRUE = new Set(['true', '1', 'yes', 'on'])
const FALSE = new Set(['false', '0', 'no', 'off'])

const parsers: { readonly [T in EnvType]: (text: string) => unknown } = {
  string: (text) => text,
  integer: (text) => (/^[+-]?\d+$/.test(text.trim()) ? only(Number.isSafeInteger, Number(text)) : undefined),
  number: (text) =>
    /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? only(Number.isFinite, Number(text)) : undefined,
  boolean: (text) => {
    const word = text.trim().toLowerCase()
    return TRUE.has(word) ? true : FALSE.has(word) ? false : undefined
  },
}

function only(test: (value: number) => boolean, value: number): number | undefined {
  return test(value) ? value : undefined
}

/** Reads the text of a variable as a type; undefined when it is not one. */
export function parseEnv(type: EnvType, text: string): unknown {
  return parsers[type](text)
}
