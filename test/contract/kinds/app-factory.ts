import { AppFactory, Application } from '@app/core'
import type { Difference } from '../difference.ts'
import { isOfKind, type RecordedException } from '../error-kinds.ts'
import type { Unit } from '../units.ts'

/**
 * Compares `AppFactory.create()` with and without a container, and an application that has none. The results about
 * emitters are left out, since only Mezzio has emitters.
 */
export async function compareAppFactory({ expected }: Unit): Promise<readonly Difference[]> {
  const container = new Map<string, unknown>()
  const { noContainerApp } = expected as { readonly noContainerApp: { readonly container: RecordedException } }
  const facts: readonly [string, boolean][] = [
    [
      'a default container',
      typeof (await AppFactory.create(undefined, undefined, { from: import.meta.url })).getContainer().get ===
        'function',
    ],
    [
      'the container that is given',
      (await AppFactory.create(container as never)).getContainer() === (container as unknown),
    ],
    [
      'no container',
      isOfKind(
        thrown(() => new Application().getContainer()),
        noContainerApp.container,
      ),
    ],
  ]
  return facts.flatMap(([what, holds]) =>
    holds ? [] : [{ at: 'construct' as const, what, expected: true, ours: false }],
  )
}

function thrown(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return error
  }
}
