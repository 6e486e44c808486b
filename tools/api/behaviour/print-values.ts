import { pathToFileURL } from 'node:url'
import type { Fact } from './fact.ts'

/**
 * The symbol by which `@app/config` recognizes a place in the configuration for the value of an environment variable.
 */
const ENV = Symbol.for('@app/config/env')

// This program runs in a process of its own, since a process imports a module only once: the process that starts this
// program would not see a change of a source that it has imported before.
const modules = JSON.parse(process.argv[2] ?? '') as readonly string[]
const found = await Promise.all(
  modules.map((file) =>
    import(pathToFileURL(file).href).then(valuesOf, (error: Error): readonly Fact[] => [
      // The import fails, for example, if the module imports a name that another package no longer exports.
      ['value', `cannot be loaded: ${error.message}`],
    ]),
  ),
)
console.log(JSON.stringify(found))

/**
 * The values that a module exports and that programs may rely on, such as names and numbers, including those in
 * exported maps and in static members of exported classes; and the result of its `configProvider()`.
 */
function valuesOf(module: Readonly<Record<string, unknown>>): readonly Fact[] {
  return Object.entries(module).flatMap(([name, value]) => {
    if (name === 'configProvider' && typeof value === 'function') return leavesOf('provides', value())
    return typeof value === 'function'
      ? leavesIn(`value ${name}`, value, isText)
      : leavesOf(`value ${name}`, value, isText)
  })
}

function leavesOf(path: string, value: unknown, isShown: (value: unknown) => boolean = () => true): readonly Fact[] {
  if (!isShown(value)) return []
  if (typeof value === 'function') return [[path, 'a function']]
  if (typeof value === 'symbol') return [[path, String(value)]]
  if (typeof value !== 'object' || value === null) return [[path, JSON.stringify(value) ?? String(value)]]
  const variable = (value as { readonly [ENV]?: { readonly variable: string } })[ENV]
  if (variable !== undefined) return [[path, `the variable ${variable.variable}`]]
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object') ? [] : [[path, JSON.stringify(value)]]
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? leavesIn(path, value, isShown) : []
}

function leavesIn(path: string, value: object, isShown: (value: unknown) => boolean): readonly Fact[] {
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(`${path}.${key}`, inner, isShown))
}

/**
 * Whether programs may rely on the value: it is neither `undefined` nor a function nor a sentence, which is a text with
 * spaces. Sentences are for people, and may change in any release.
 */
function isText(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && !(typeof value === 'string' && value.includes(' '))
}
