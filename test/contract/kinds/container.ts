import { createContainer, type ServiceContainer } from '@app/container-factory'
import { compareResult, compareResults } from '../compare-results.ts'
import type { Difference } from '../difference.ts'
import { NotApplicable } from '../not-applicable.ts'
import { ServiceSpecs } from '../service-specs.ts'
import type { Unit } from '../units.ts'
import type { Outcome } from '../vectors.ts'

/**
 * Makes a container from the recorded configuration, runs the recorded operations on it, and compares their results.
 */
export async function compareContainer({ recorded, expected }: Unit): Promise<readonly Difference[]> {
  const specs = new ServiceSpecs()
  const ours = make(recorded.config, specs)
  if ('constructError' in expected || 'error' in ours) {
    return compareResult('construct', expected, 'error' in ours ? ours : {})
  }
  const ops = recorded.ops as readonly (readonly [string, string, unknown?])[]
  const results = ops.map(([op, name]) => ask(ours.container as ServiceContainer, op, name, specs))
  return compareResults(expected.ops, results)
}

function make(config: unknown, specs: ServiceSpecs): Outcome {
  try {
    return {
      container: createContainer({ dependencies: specs.dependencies(Array.isArray(config) ? {} : (config as object)) }),
    }
  } catch (error) {
    if (error instanceof NotApplicable) throw error
    return { error }
  }
}

function ask(container: ServiceContainer, op: string, name: string, specs: ServiceSpecs): Outcome {
  if (op !== 'has' && op !== 'get') {
    throw new NotApplicable(
      `Containers have no ${op}(): configuration alone defines services. Tests pass overrides; "shared": false makes new instances.`,
    )
  }
  // If a case registers a class as invokable, the class itself is the name of the service here.
  const asked = specs.classOf(name) ?? name
  try {
    const value = op === 'has' ? container.has(asked) : container.get<unknown>(asked as string)
    const trace = specs.trace.take()
    return { value, ...(trace.length > 0 && { trace }) }
  } catch (error) {
    specs.trace.take()
    return { error }
  }
}
