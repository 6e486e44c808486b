import type { BoxedEnv, ConfigNode, ListItem, MapNode } from './config-node.ts'
import type { KeyPath } from './key-path.ts'
import type { Origin } from './origin.ts'
import { EnvironmentError, type EnvProblem, parseEnv } from './read-variable.ts'
import { rememberTrace, type Trace } from './trace.ts'

/** The environment that variables are read from. */
export type Variables = Readonly<Record<string, string | undefined>>

type OriginOf = (path: KeyPath) => Origin

/**
 * Makes the finished configuration of merged nodes: fresh frozen maps and lists, with variables read.
 *
 * What is held by reference, instances and functions, is handed on as it is.
 */
export function buildTrace(tree: MapNode, originOfMap: OriginOf, variables: Variables): Trace {
  const problems: EnvProblem[] = []

  function build(node: ConfigNode, path: KeyPath, originOf: OriginOf): Trace {
    if (typeof node !== 'function') return buildMap(node, path, originOf)
    const boxed = node()
    if (boxed.kind === 'trace') return boxed.trace
    if (boxed.kind === 'list') return buildList(boxed.items, path, boxed.origin)
    if (boxed.kind === 'env') return readVariable(boxed, path)
    return { value: boxed.value, origin: boxed.origin }
  }

  function buildMap(node: MapNode, path: KeyPath, originOf: OriginOf): Trace {
    const children = new Map(Object.entries(node).map(([key, child]) => [key, build(child, [...path, key], originOf)]))
    const entries = Array.from(children, ([key, child]) => [key, child.value] as const)
    return remembered(Object.freeze(Object.fromEntries(entries)), originOf(path), children)
  }

  function buildList(items: readonly ListItem[], path: KeyPath, origin: Origin): Trace {
    const traces = items.map((item, index) => build(item.node, [...path, index], () => item.origin))
    return remembered(Object.freeze(traces.map((trace) => trace.value)), origin, new Map(traces.entries()))
  }

  function readVariable({ request, origin }: BoxedEnv, path: KeyPath): Trace {
    const { variable, type, fallback } = request
    const text = variables[variable]
    const isSet = text !== undefined && text !== ''
    const value = isSet ? parseEnv(type, text) : fallback
    if (value === undefined) problems.push({ variable, reason: isSet ? 'ill-formed' : 'missing', type, path, origin })
    return { value, origin, env: { variable, isSet } }
  }

  const trace = build(tree, [], originOfMap)
  if (problems.length > 0) throw new EnvironmentError(problems)
  return trace
}

function remembered(value: object, origin: Origin, children: ReadonlyMap<string | number, Trace>): Trace {
  const trace: Trace = { value, origin, children }
  rememberTrace(value, trace)
  return trace
}
