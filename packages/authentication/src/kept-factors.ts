import { HttpError, UsageError } from '@app/core'
import { digestOf } from './digest.ts'
import type { FactorStore } from './factor-store.ts'
import type { TokenSealer } from './sealed-token.ts'
import { randomBase32, stepOf } from './totp.ts'

/** What the sealed text of a user has. */
interface KeptFactor {
  readonly secret: string
  /** The time step of the last code that was right. No code of this step or an earlier one is accepted again. */
  readonly step: number
  /** Digests of the recovery codes that nobody has used. */
  readonly recovery: readonly string[]
  /** The wrong codes, counted until a moment in milliseconds since 1970. */
  readonly wrong: { readonly count: number; readonly until: number }
}

/** How many wrong codes are accepted, and in how many seconds. */
export interface GuessLimit {
  readonly guesses: number
  readonly window: number
}

/** The second factors in a store. Each change compares what it replaces, and is made again if another came first. */
export class KeptFactors {
  readonly #store: FactorStore
  readonly #sealer: TokenSealer
  readonly #limit: GuessLimit

  constructor(store: FactorStore, sealer: TokenSealer, limit: GuessLimit) {
    this.#store = store
    this.#sealer = sealer
    this.#limit = limit
  }

  async has(user: string): Promise<boolean> {
    return (await this.#read(user)) !== null
  }

  async check(user: string, given: string): Promise<boolean> {
    const code = given.replace(/[\s-]/g, '').toUpperCase()
    if (!CODE.test(code) && !RECOVERY_CODE.test(code)) return false
    return this.#repeat(async () => {
      const before = await this.#read(user)
      if (before === null) return false
      const factor = await this.#open(user, before)
      const changed = RECOVERY_CODE.test(code) ? await withoutRecovery(factor, code) : await this.#guess(factor, code)
      if (changed === undefined) return false
      const isReplaced = await this.#store.replace(user, before, await this.#seal(user, changed))
      if (isReplaced !== true) return undefined
      // What a right code changes leaves the count of wrong ones as it is.
      return changed.wrong === factor.wrong
    })
  }

  /** Returns the recovery codes; `undefined` if the code is wrong, or if the user has a factor by now. */
  async add(user: string, secret: string, code: string): Promise<readonly string[] | undefined> {
    const step = await stepOf(secret, code.replace(/\s/g, ''), Date.now())
    return step === undefined ? undefined : this.keep(user, secret, step)
  }

  /**
   * Keeps a secret whose codes are right after a time step. Returns the recovery codes; `undefined` if the user has a factor
   * by now.
   */
  async keep(user: string, secret: string, step: number): Promise<readonly string[] | undefined> {
    const codes = Array.from({ length: 10 }, () => randomBase32(16))
    const recovery = await Promise.all(codes.map(digestOf))
    const text = await this.#seal(user, { secret, step, recovery, wrong: { count: 0, until: 0 } })
    if ((await this.#store.replace(user, null, text)) !== true) return undefined
    return codes.map((each) => each.replace(/.{4}(?=.)/g, '$&-').toLowerCase())
  }

  async remove(user: string): Promise<void> {
    await this.#repeat(async () => {
      const before = await this.#read(user)
      return before === null || (await this.#store.replace(user, before, null)) === true || undefined
    })
  }

  async #read(user: string): Promise<string | null> {
    return (await this.#store.read(user)) ?? null
  }

  async #open(user: string, text: string): Promise<KeptFactor> {
    const claims = await this.#sealer.open(text, AUDIENCE)
    if (typeof claims !== 'string' && claims.sub === user) return claims.factor as KeptFactor
    const why = 'it was sealed by a secret that is not given, or for another user'
    const advice = 'Give the earlier secret too, or delete the text, so that the user adds a factor anew.'
    throw problem(`what the store has for the user ${JSON.stringify(user)} cannot be opened: ${why}. ${advice}`)
  }

  #seal(user: string, factor: KeptFactor): Promise<string> {
    return this.#sealer.seal({ sub: user, factor }, AUDIENCE)
  }

  /** Returns the factor with the step of a right code, or with one wrong code more. */
  async #guess(factor: KeptFactor, code: string): Promise<KeptFactor> {
    const { guesses, window } = this.#limit
    const now = Date.now()
    const { count, until } = factor.wrong.until > now ? factor.wrong : { count: 0, until: now + window * 1_000 }
    if (count >= guesses) {
      const headers = { 'retry-after': String(Math.ceil((until - now) / 1_000)) }
      throw new HttpError(429, 'Too many wrong codes.', { expose: true, headers })
    }
    const step = await stepOf(factor.secret, code, now)
    if (step !== undefined && step > factor.step) return { ...factor, step }
    return { ...factor, wrong: { count: count + 1, until } }
  }

  /** Repeats what another request has come before. Each request that came first was a right code or a counted guess. */
  async #repeat<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (let round = 0; round < this.#limit.guesses + 20; round++) {
      const result = await attempt()
      if (result !== undefined) return result
    }
    throw problem(
      '"replace" of the store never returns true. It has to say whether the text was "before", and is replaced.',
    )
  }
}

/**
 * Returns the factor without a recovery code; `undefined` if it has no such code. Wrong ones are not counted: nobody
 * guesses 80 bits, and so a user whose guesses somebody else has used up can log in.
 */
async function withoutRecovery(factor: KeptFactor, code: string): Promise<KeptFactor | undefined> {
  const digest = await digestOf(code)
  if (!factor.recovery.includes(digest)) return undefined
  return { ...factor, recovery: factor.recovery.filter((each) => each !== digest) }
}

function problem(text: string): UsageError {
  return new UsageError('APP_SECOND_FACTOR', `secondFactor(): ${text}`)
}

const AUDIENCE = 'factor'
const CODE = /^\d{6}$/
const RECOVERY_CODE = /^[A-Z2-7]{16}$/
