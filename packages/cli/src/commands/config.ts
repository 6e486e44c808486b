import { nearest } from '@app/checks'
import type { KeyPath } from '@app/config'
import { isMap } from '@app/core/extending'
import { loadApplication } from '../application/load-application.ts'
import { CommandError, type CommonOptions } from '../command.ts'
import { configurationOf, keyText, parseKey, valueAt } from '../configuration/config-parts.ts'
import { originNames } from '../configuration/provider-list.ts'
import { type ShownPart, type Shows, showParts } from '../configuration/shown-part.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

interface ConfigOptions extends CommonOptions {
  readonly showValues?: boolean
  readonly showSecrets?: boolean
}

/**
 * Shows the merged configuration, or the part below a key, as a tree with the type of each value in place of the value,
 * unless `--show-values` or `--show-secrets` is given. With the word `explain`, shows for each value every source that
 * has set it.
 */
export async function config(
  terminal: Terminal,
  words: readonly [first: string | undefined, second: string | undefined],
  { app, json, showValues, showSecrets }: ConfigOptions,
): Promise<void> {
  const [explains, key] = words[0] === 'explain' ? [true, words[1]] : [false, words[0]]
  if (!explains && words[1] !== undefined) {
    throw CommandError.wrongUse(`app config takes one key. Write app config ${key}, or app config explain ${words[1]}.`)
  }
  const path = key === undefined ? [] : parseKey(key)
  const loaded = await loadApplication(app)
  const shows: Shows = showSecrets ? 'secrets' : showValues ? 'values' : 'kinds'
  const whole = await configurationOf(loaded)
  const parts = showParts(whole, path, shows, originNames(loaded.root))
  if (parts.length === 0) throw CommandError.problem(missing(whole, path))
  if (!explains)
    return json ? terminal.printJson(valueAt(Object(nested(parts)), path)) : printTree(terminal, parts, shows)
  if (json) return terminal.printJson(parts.map((part) => ({ key: keyText(part.path), ...part })))
  printTable(
    terminal,
    ['KEY', titleOf(shows), 'FROM'],
    parts.flatMap((part) => [
      [keyText(part.path), valueText(part, shows), part.origin ?? 'unknown'],
      ...(part.overridden ?? []).map((earlier) => ['', valueText(earlier, shows), `${earlier.origin}, overridden`]),
    ]),
  )
}

/** Prints maps and lists as a tree: the content of each is indented below its key. */
function printTree(terminal: Terminal, parts: readonly ShownPart[], shows: Shows): void {
  const rows: string[][] = []
  let above: KeyPath = []
  for (const part of parts) {
    for (const [depth, name] of part.path.entries()) {
      if (depth < part.path.length - 1 && sameStart(above, part.path, depth)) continue
      const isPart = depth === part.path.length - 1
      rows.push([`${'  '.repeat(depth)}${nameText(name)}`, isPart ? valueText(part, shows) : ''])
    }
    above = part.path
  }
  printTable(terminal, ['KEY', titleOf(shows)], rows)
}

function sameStart(one: KeyPath, other: KeyPath, depth: number): boolean {
  return one.length > depth + 1 && other.slice(0, depth + 1).every((key, at) => one[at] === key)
}

/** Writes one part of a key path in the form that `app config` accepts: `[0]`, or `["a.b"]` for a part with a dot. */
function nameText(name: string | number): string {
  return keyText([name])
}

/** Makes the message for a key that the configuration does not have. It names a similar key, if there is one. */
function missing(config: object, path: KeyPath): string {
  const depth = path.findIndex((_, at) => valueAt(config, path.slice(0, at + 1)) === undefined)
  const around = valueAt(config, path.slice(0, depth))
  const keys = isMap(around) ? Object.keys(around) : []
  const near = nearest(String(path[depth]), depth === 0 ? [...keys, 'explain'] : keys)
  const hint =
    near === undefined ? 'app config lists its keys.' : `Did you mean ${keyText([...path.slice(0, depth), near])}?`
  return `The configuration has no ${keyText(path)}. ${hint}`
}

function titleOf(shows: Shows): string {
  return shows === 'kinds' ? 'KIND' : 'VALUE'
}

/** Writes a value as JSON, so that a string has quotes, or the type of a value without quotes. */
function valueText({ value, env }: Pick<ShownPart, 'value' | 'env'>, shows: Shows): string {
  const isKind = shows === 'kinds' && value !== '' && typeof value === 'string'
  const text = isKind ? value : (JSON.stringify(value) ?? '')
  return env === undefined ? text : `${text} (variable ${env})`.trimStart()
}

/** Builds the configuration, or the shown part of it, from values with their key paths. */
function nested(parts: readonly ShownPart[]): unknown {
  let whole: unknown
  for (const { path, value } of parts) whole = withValue(whole, path, value)
  return whole
}

function withValue(around: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  const branch = around ?? (typeof key === 'number' ? [] : {})
  const own = Object.getOwnPropertyDescriptor(branch, key)?.value
  return Object.defineProperty(branch, key, {
    value: withValue(own, rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
