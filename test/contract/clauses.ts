import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/contract.md'), 'utf8')

/**
 * All numbers on the page of the contract: those of its sections, in headings, and those of their rules, in bold type.
 */
export const NUMBERS: readonly string[] = [...PAGE.matchAll(/^(?:#+ |- \*\*)(\d(?:\.\d)*)(?: |\*\*)/gm)].map(
  ([, number = '']) => number,
)

/**
 * The clauses with a string of their own. Left out are section 1, an overview of the other sections, and the numbers 2
 * and 9, since these sections have no text besides their subsections.
 */
export const CLAUSES: readonly string[] = NUMBERS.filter((number) => !/^(?:1\b|[29]$)/.test(number))

/** Clauses that specify nothing, so that no test can prove them. */
export const NOT_SPECIFIED: readonly string[] = ['3', '5', '6', '7.3', '8']
