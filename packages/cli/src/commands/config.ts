import { loadApplication } from '../application/load-application.ts'
import { CommandError, type CommonOptions } from '../command.ts'
import { configurationOf, keyText, parseKey } from '../configuration/config-parts.ts'
import { originNames } from '../configuration/provider-list.ts'
import { type ShownPart, type Shows, showParts } from '../configuration/shown-part.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

interface ConfigArguments {
  readonly action: string | undefined
  readonly key: string | undefined
}

interface ConfigOptions extends CommonOptions {
  readonly showValues?: boolean
  readonly showSecrets?: boolean
}

/** Shows the parts of the merged configuration and their kinds; with `explain`, also the source of each part. */
export async function config(
  terminal: Terminal,
  { action, key }: ConfigArguments,
  { app, json, showValues, showSecrets }: ConfigOptions,
): Promise<void> {
  if (action !== undefined && action !== 'explain') {
    throw CommandError.wrongUse(`app config knows no "${action}". Write app config, or app config explain KEY.`)
  }
  const path = key === undefined ? [] : parseKey(key)
  const loaded = await loadApplication(app)
  const shows: Shows = showSecrets ? 'secrets' : showValues ? 'values' : 'kinds'
  const nameOrigin = originNames(loaded.root)
  const parts = showParts(await configurationOf(loaded), path, shows, nameOrigin)
  if (parts.length === 0) throw CommandError.problem(`The configuration has no ${key}. See app config for what it has.`)
  if (action === undefined) return json ? terminal.printJson(nested(parts)) : printParts(terminal, parts, shows)
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

function printParts(terminal: Terminal, parts: readonly ShownPart[], shows: Shows): void {
  printTable(
    terminal,
    ['KEY', titleOf(shows)],
    parts.map((part) => [keyText(part.path), valueText(part, shows)]),
  )
}

function titleOf(shows: Shows): string {
  return shows === 'kinds' ? 'KIND' : 'VALUE'
}

/** Shows a value in quotes, and the kind of a value without them. */
function valueText({ value, env }: Pick<ShownPart, 'value' | 'env'>, shows: Shows): string {
  const isKind = shows === 'kinds' && value !== '' && typeof value === 'string'
  const text = isKind ? value : (JSON.stringify(value) ?? '')
  return env === undefined ? text : `${text} (variable ${env})`.trimStart()
}

/** The parts put together again. */
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
