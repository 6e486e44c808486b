import { UsageError } from '@app/core/extending'
import type { Sql } from '@app/sql'

/** Guards what belongs to a transaction: once the transaction is over, each use throws. */
export class UntilEnd {
  #isOver = false
  readonly #iterators = new Set<Iterator<unknown>>()

  /** From now on, each use throws. Ends iterators, since an open one would keep the connection busy. */
  end(): void {
    this.#isOver = true
    for (const iterator of this.#iterators) iterator.return?.()
    this.#iterators.clear()
  }

  check(): void {
    if (!this.#isOver) return
    throw new UsageError(
      'APP_TRANSACTION_OVER',
      'The transaction is over: it was committed or rolled back when the handler answered, failed or took too long. ' +
        'Read what a streamed body needs before the handler returns, and await each statement.',
    )
  }

  /** Returns the same functions; `check` throws for statements that only the driver may run. */
  sql({ dialect, rows, run }: Sql, check: (text: string) => void = () => undefined): Sql {
    return {
      dialect,
      rows: async (...args) => {
        this.check()
        check(args[0])
        return rows(...args) as never
      },
      run: async (...args) => {
        this.check()
        check(args[0])
        return run(...args)
      },
    }
  }

  /**
   * Returns a proxy of an object or a function of a library. `inner` names methods whose results are guarded too, such
   * as prepared statements and their iterators. `refused` names methods that only the driver may call, and `check` throws
   * for parameters of others.
   */
  guard<V extends object>(value: V, { inner = [], refused = {}, check }: GuardOptions = {}): V {
    const proxy: V = new Proxy(value, {
      get: (target, key) => {
        this.check()
        const problem = Object.hasOwn(refused, key) ? refused[key as string] : undefined
        if (problem !== undefined) throw new UsageError('APP_TRANSACTION_CONTROL', problem)
        const member: unknown = Reflect.get(target, key, target)
        // A class has static members, which a bound copy would lack.
        if (typeof member !== 'function' || key === 'constructor') return member
        const call = member as (...args: unknown[]) => unknown
        return new Proxy(call, {
          apply: (_method, self, args) => {
            this.check()
            check?.(key as string, args)
            const result = Reflect.apply(call, self === proxy ? target : self, args)
            if (result === target) return proxy
            return inner.includes(key as string) ? this.#inner(result as object, inner) : result
          },
        })
      },
      apply: (target, self, args) => {
        this.check()
        return Reflect.apply(target as never, self, args)
      },
    })
    return proxy
  }

  #inner(result: object, inner: readonly string[]): object {
    return Symbol.iterator in result
      ? this.#iterate(result as IterableIterator<unknown>)
      : this.guard(result, { inner })
  }

  *#iterate(items: IterableIterator<unknown>): Generator<unknown> {
    this.#iterators.add(items)
    try {
      for (const item of items) {
        yield item
        this.check()
      }
    } finally {
      this.#iterators.delete(items)
    }
  }
}

interface GuardOptions {
  readonly inner?: readonly string[]
  readonly refused?: Readonly<Record<string, string>>
  readonly check?: (method: string, args: readonly unknown[]) => void
}
