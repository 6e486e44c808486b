/**
 * The numbered clauses of the contract, from 2.1 on. A rule of a list is numbered behind its section; the rules of
 * section 7 share their numbers with its parts, as they share their subject.
 */
export const CLAUSES: readonly string[] = [
  ...['2.1', '2.2', ...rules('2.2', 3), '2.3', '2.4', '2.5', '2.6', ...rules('2.6', 6), '2.7', ...rules('2.7', 3)],
  ...['2.8', ...rules('2.8', 4), '3', '4', '4.1', '4.2', '4.3', '4.4', ...rules('4.4', 4), '5', '6'],
  ...['7', '7.1', ...rules('7.1', 3), '7.2', '7.3', '8', '9.1', '9.2'],
]

/** Clauses that say "not shown" and nothing else, so that there is nothing to show. */
export const NOT_SHOWN: readonly string[] = ['3', '5', '6', '7.3', '8']

function rules(section: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${section}.${index + 1}`)
}
