import { type Characters, overlap } from './characters.ts'
import type { Expression, Repeat } from './token-expression.ts'

/**
 * The greatest bound of a quantifier, such as 100 in `a{100}`, that is analysed exactly. A repeat with a greater bound
 * is treated as unbounded. This keeps the automaton small, since it has as many copies of the repeated expression as
 * the bound.
 */
const MAX_COPIES = 100

/** The steps that an analysis may still take. The limit keeps every token fast to check. */
export interface Budget {
  steps: number
}

/**
 * The cost of converting one part of an expression to states, and that of examining one pair of states, in steps. One
 * step is the comparison of two edges. Both numbers were found by measuring.
 */
const READ_COST = 5
const PAIR_COST = 5

/**
 * True if an expression, repeated without limit, reads some value in exponentially many ways.
 *
 * This is so if, and only if, the automaton of the loop has two different ways that begin at the same state, end at the
 * same state, and read the same characters. Every state of a loop can be reached from every other, so each further
 * round can take either of the two ways, which doubles the number of ways.
 *
 * Returns `undefined` if the budget runs out first. Source: Weber and Seidl, On the degree of ambiguity of finite
 * automata, 1991 (criterion EDA).
 */
export function isAmbiguousLoop(body: Expression, budget: Budget): boolean | undefined {
  const loop = loopOver(body, END, budget)
  const pairs = new Pairs()
  pairs.add(loop, loop)
  for (const [left, right] of pairs) {
    budget.steps -= PAIR_COST
    const isSame = left === right
    const edges = edgesFrom(left, budget)
    const others = isSame ? edges : edgesFrom(right, budget)
    for (let i = 0; i < edges.length; i++) {
      const edge = edges[i]!
      for (let j = isSame ? i : 0; j < others.length; j++) {
        if (--budget.steps < 0) return undefined
        const other = others[j]!
        if (isSame && i === j) {
          if (edge.isDouble) return true
          pairs.add(edge.target, edge.target)
        } else if (overlap(edge.characters, other.characters)) {
          if (edge.target === other.target) return true
          pairs.add(edge.target, other.target)
        }
      }
    }
  }
  return budget.steps < 0 ? undefined : false
}

/**
 * The beginning of an expression in the automaton: the edges that can be taken first, and the number of ways in which
 * the expression matches the empty text (0, 1, or 2 for several).
 */
interface Entry {
  edges: readonly Edge[]
  readonly ways: number
}

/**
 * A state of the automaton: the edges that lead out of it, and the state that it reaches without reading a character.
 */
interface State extends Entry {
  readonly next: State | undefined
}

/**
 * An edge of the automaton, which reads one of `characters`. `isDouble` is set if the state that lists this edge can
 * reach it in more than one way without reading a character.
 */
interface Edge {
  readonly characters: Characters
  readonly target: State
  readonly isDouble: boolean
}

const END: State = { edges: [], ways: 0, next: undefined }

/** Makes the beginning of the automaton for an expression that is followed by the state `next`. */
function read(expression: Expression, next: State, budget: Budget): Entry {
  budget.steps -= READ_COST
  if (budget.steps < 0) return { edges: [], ways: 0 }
  if (expression.kind === 'characters') {
    const { characters } = expression
    return { edges: characters.length ? [{ characters, target: next, isDouble: false }] : [], ways: 0 }
  }
  if (expression.kind === 'choice') {
    const entries = expression.options.map((option) => read(option, next, budget))
    return {
      edges: entries.flatMap(({ edges }) => edges),
      ways: several(entries.reduce((sum, { ways }) => sum + ways, 0)),
    }
  }
  let rest = expression.kind === 'repeat' ? optionalCopies(expression, next, budget) : next
  const parts = expression.kind === 'repeat' ? requiredCopies(expression) : expression.parts
  for (let i = parts.length - 1; i >= 0; i--) rest = prepend(parts[i]!, rest, next, budget)
  return rest === next ? { edges: [], ways: 1 } : rest
}

function requiredCopies({ body, min }: Repeat): readonly Expression[] {
  return min > MAX_COPIES ? [] : new Array<Expression>(min).fill(body)
}

/**
 * Adds the copies of a repeat's body that may be left out: two for `a{1,3}`. In JavaScript, an optional copy that
 * matches the empty text counts as no match, so each of these copies reads at least one character or is left out.
 */
function optionalCopies({ body, min, max }: Repeat, next: State, budget: Budget): State {
  if (max > MAX_COPIES) return loopOver(body, next, budget)
  let rest = next
  for (let i = min; i < max; i++) rest = { edges: read(body, rest, budget).edges, ways: 1, next }
  return rest
}

function loopOver(body: Expression, next: State, budget: Budget): State {
  const loop: State = { edges: [], ways: 1, next }
  loop.edges = read(body, loop, budget).edges
  return loop
}

function prepend(part: Expression, rest: State, next: State, budget: Budget): State {
  const { edges, ways } = read(part, rest, budget)
  if (rest === next) return { edges, ways, next }
  return { edges: [...edges, ...multiply(rest.edges, ways, budget)], ways: several(ways * rest.ways), next }
}

function edgesFrom(state: State, budget: Budget): readonly Edge[] {
  if (!state.next) return state.edges
  return [...state.edges, ...multiply(edgesFrom(state.next, budget), state.ways, budget)]
}

function multiply(edges: readonly Edge[], ways: number, budget: Budget): readonly Edge[] {
  if (ways === 0 || budget.steps < 0) return []
  budget.steps -= edges.length
  return ways === 1 ? edges : edges.map((edge) => ({ ...edge, isDouble: true }))
}

function several(ways: number): number {
  return Math.min(ways, 2)
}

/** Unordered pairs of states, each once. Pairs may be added during an iteration. */
class Pairs implements Iterable<readonly [State, State]> {
  readonly #pairs: [State, State][] = []
  readonly #seen = new Set<number>()
  readonly #ids = new Map<State, number>()

  add(left: State, right: State): void {
    const a = this.#id(left)
    const b = this.#id(right)
    const key = Math.min(a, b) * 0x100000 + Math.max(a, b)
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#pairs.push([left, right])
  }

  [Symbol.iterator](): Iterator<readonly [State, State]> {
    return this.#pairs.values()
  }

  #id(state: State): number {
    const known = this.#ids.get(state)
    if (known !== undefined) return known
    this.#ids.set(state, this.#ids.size)
    return this.#ids.size - 1
  }
}
