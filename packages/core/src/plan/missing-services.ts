import type { Class, Container } from '../container/container.ts'
import { keyOf } from '../container/injectable.ts'
import { isSameProblem } from './check.ts'
import { missingFor } from './lazy.ts'
import type { Lazy, PlanNode } from './node.ts'
import { allInside, type Visitor, walk } from './walk.ts'

/**
 * Finds the services that a plan names and that its containers do not have: in the pipeline, in routes and in nested
 * applications, and as far as a container knows it, in the `static inject` of the named services. Returns an error for
 * each. Makes nothing, so it does not look into a service that was not made yet.
 */
export function missingServices(plan: PlanNode): readonly unknown[] {
  const errors: unknown[] = []
  const named = new Map<Container, Set<string | Class>>()
  const note = (lazy: Lazy, container: Container | undefined): void => {
    const found = missingFor(lazy, container)
    errors.push(...found.filter((error) => !errors.some((known) => isSameProblem(known, error))))
    if (container && found.length === 0) {
      named.set(container, (named.get(container) ?? new Set()).add(keyOf(lazy.value)))
    }
  }
  const visitor: Visitor<void> = {
    error({ lazy }, { container }) {
      if (lazy) note(lazy, container)
    },
    lazy(node, around) {
      const { made } = node.latest
      if (made) return walk(made, visitor, around)
      note(node, around.container)
    },
    application(node, around) {
      visitor.otherwise(...allInside(node, around), node)
    },
    otherwise(nodes, around) {
      for (const node of nodes) walk(node, visitor, around)
    },
  }
  walk(plan, visitor)
  for (const [container, names] of named) errors.push(...requiredIn(container, names))
  return errors
}

/** Asks a container of `@app/container-factory` which services are missing that the named ones require. */
function requiredIn(container: Container, names: ReadonlySet<string | Class>): readonly unknown[] {
  const missing: unknown = Reflect.get(container, 'missing')
  const errors: unknown = typeof missing === 'function' ? missing.call(container, names) : []
  return Array.isArray(errors) ? errors : []
}
