import { type Branch, type ConfigNode, childrenOf, isList, type UnreadVariable } from './config-node.ts'
import type { Variables } from './environment.ts'
import type { KeyPath } from './origin.ts'
import { EnvironmentError, type EnvProblem, parseEnv } from './read-variable.ts'
import { rememberTrace, type Trace } from './trace.ts'

/**
 * Makes the finished configuration from the merged tree: new frozen maps and lists, in which the values of environment
 * variables stand in place of the placeholders of `env()`.
 *
 * Instances and functions are kept by reference. Throws an `EnvironmentError` for all missing and ill-formed variables.
 */
export function buildTrace(tree: Branch, variables: Variables): Trace {
  const problems: EnvProblem[] = []

  function build(node: ConfigNode, path: KeyPath): Trace {
    if (typeof node !== 'function') return buildBranch(node, path)
    const content = node()
    if (content.kind === 'trace') return content.trace
    return content.kind === 'env' ? readVariable(content, path) : { value: content.value, origin: content.origin }
  }

  function buildBranch(branch: Branch, path: KeyPath): Trace {
    const children = new Map(childrenOf(branch).map(([key, node]) => [key, build(node, [...path, key])]))
    const values = Array.from(children, ([key, { value }]) => [key, value] as const)
    const value = isList(branch) ? values.map(([, item]) => item) : Object.fromEntries(values)
    const trace: Trace = { value: Object.freeze(value), origin: branch.origin().origin, children }
    rememberTrace(value, trace)
    return trace
  }

  function readVariable({ request, origin }: UnreadVariable, path: KeyPath): Trace {
    const { variable, type, fallback } = request
    const text = variables[variable]
    const isSet = text !== undefined && text !== ''
    const value = isSet ? parseEnv(type, text) : fallback
    if (value === undefined) problems.push({ variable, reason: isSet ? 'ill-formed' : 'missing', type, path, origin })
    return { value, origin, env: { variable, isSet, type, isNullable: fallback === null } }
  }

  const trace = build(tree, [])
  if (problems.length > 0) throw new EnvironmentError(problems)
  return trace
}
