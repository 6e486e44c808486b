import { type Characters, overlap } from './characters.ts'
import { type Budget, isAmbiguousLoop } from './token-automaton.ts'
import { canBeEmpty, type Expression, firstOf, longestOf, type Repeat } from './token-expression.ts'

/** The highest cost of testing a value against a token. */
export interface TokenCost {
  /** The maximal length of a match in UTF-16 units; `Infinity` if it is unlimited. */
  readonly longest: number
  /**
   * True if each part of a value can be read in only one way, so that a test takes linear time on values of any length.
   */
  readonly isLinear: boolean
  /** The approximate number of steps that a test of the longest value takes. */
  readonly steps: number
  /**
   * The reason why a test could take too long; `undefined` if no test can. The reason is one sentence without a full
   * stop, which quotes the smallest slow part of the token.
   */
  readonly problem: string | undefined
}

/**
 * Estimates the time to test a value against a token, as the regular expression `^(?:source)$` with the flag `u`. The
 * estimate is for the longest value that can match; if values of any length can match, for a value of the length
 * `longestValue`.
 *
 * If the cost is uncertain, the function assumes the slower case: in an ambiguous loop, a quantifier with a bound above
 * 100 is taken as unbounded, and a Unicode property is treated like all characters beyond ASCII. An expression that is
 * too large to check has a `problem` too.
 */
export function judgeCost(expression: Expression, longestValue: number): TokenCost {
  const longest = longestOf(expression)
  const judge = new Judge(longest === Number.POSITIVE_INFINITY ? longestValue : longest)
  const { ways, steps } = judge.judge(expression, [])
  return { longest, isLinear: ways === 1, steps, problem: judge.problem }
}

/** The most steps that one test may take. They take some hundredths of a second. */
const MAX_STEPS = 5_000_000
const STEPS = 'five million steps'

/**
 * A test may take this number of steps for each character of the longest value, even if that is more than `MAX_STEPS`
 * in total.
 */
const STEPS_A_CHARACTER = 10

/**
 * The most steps of an analysis: with this limit, the analysis of the slowest token of a thousand characters takes
 * about ten milliseconds.
 */
const MAX_ANALYSIS = 200_000

/**
 * The number of ways in which a backtracking matcher can match a part of a token, and the number of steps to try all of
 * them.
 */
interface Cost {
  readonly ways: number
  readonly steps: number
}

class Judge {
  problem: string | undefined
  readonly #length: number
  readonly #budget: Budget = { steps: MAX_ANALYSIS }

  constructor(length: number) {
    this.#length = length
  }

  /**
   * Estimates the cost of an expression, and notes a problem if the cost is too high. `follow` has the characters that
   * can come after the expression.
   */
  judge(expression: Expression, follow: readonly Characters[]): Cost {
    const cost = this.#costOf(expression, follow)
    if (cost.steps > Math.max(MAX_STEPS, STEPS_A_CHARACTER * this.#length)) {
      this.#blame(
        expression,
        `can read ${this.#length} characters in so many ways that one value takes more than ${STEPS}`,
      )
    }
    return cost
  }

  #costOf(expression: Expression, follow: readonly Characters[]): Cost {
    switch (expression.kind) {
      case 'characters':
        return ONE
      case 'choice':
        return this.#choice(expression.options, follow)
      case 'sequence':
        return this.#sequence(expression.parts, follow)
      case 'repeat':
        return expression.max === 0 ? ONE : this.#repeat(expression, follow)
    }
  }

  #choice(options: readonly Expression[], follow: readonly Characters[]): Cost {
    const costs = options.map((option) => this.judge(option, follow))
    const ways = costs.map((cost) => cost.ways)
    const isOneOfThem = options.every((option, index) => {
      const others = options.slice(index + 1)
      const own = firstOf(option)
      return !others.some((other) => overlapAny(own, firstOf(other)) || (canBeEmpty(option) && canBeEmpty(other)))
    })
    return {
      ways: isOneOfThem ? ways.reduce((most, one) => Math.max(most, one)) : sum(ways),
      steps: sum(costs.map((cost) => cost.steps)),
    }
  }

  #sequence(parts: readonly Expression[], follow: readonly Characters[]): Cost {
    const follows = [follow]
    for (const part of parts.toReversed()) {
      follows.unshift(canBeEmpty(part) ? [...firstOf(part), ...(follows[0] ?? [])] : firstOf(part))
    }
    return parts.reduce(({ ways, steps }, part, index) => {
      const cost = this.judge(part, follows[index + 1] ?? [])
      return { ways: ways * cost.ways, steps: steps + ways * cost.steps }
    }, ONE)
  }

  #repeat(repeat: Repeat, follow: readonly Characters[]): Cost {
    const { body, min, max } = repeat
    const first = firstOf(body)
    const round = this.judge(body, [...first, ...follow])
    const isAmbiguous = isAmbiguousLoop(body, this.#budget)
    if (isAmbiguous === undefined) this.#blame(repeat, 'is too large to check')
    if (isAmbiguous && max === Number.POSITIVE_INFINITY) {
      this.#blame(
        repeat,
        'repeats a part that can be read in several ways, so one value can be split in exponentially many ways',
      )
    }
    // In JavaScript, an optional round that reads nothing fails, so such rounds add no ways.
    const rounds = isAmbiguous ? max : canBeEmpty(body) ? Math.max(min, 1) : 1
    const inside = round.ways ** rounds
    return {
      ways: overlapAny(first, follow) ? inside * this.#endsOf(repeat) : inside,
      steps: inside * Math.max(1, Math.min(longestOf(repeat), this.#length)),
    }
  }

  /**
   * The number of places at which a repeat can end. A repeat without a limit is estimated to match a third of the value
   * on average, since other repeats match the rest.
   */
  #endsOf({ min, max }: Repeat): number {
    return max === Number.POSITIVE_INFINITY ? Math.max(1, this.#length / 3) : Math.min(max - min + 1, this.#length + 1)
  }

  #blame({ source }: Expression, what: string): void {
    this.problem ??= `"${source}" ${what}`
  }
}

const ONE: Cost = { ways: 1, steps: 1 }

function overlapAny(left: readonly Characters[], right: readonly Characters[]): boolean {
  return left.some((one) => right.some((other) => overlap(one, other)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
