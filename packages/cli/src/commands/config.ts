import { loadApplication } from '../application/load-application.ts'
import { CommandError } from '../command-error.ts'
import { partsOf } from '../configuration/config-parts.ts'
import { configurationOf } from '../configuration/configuration-of.ts'
import { keyText, parseKey } from '../configuration/key-path.ts'
import { originNames } from '../configuration/origin-names.ts'
import { type ShownPart, shownPart } from '../configuration/shown-part.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'
import type { CommonOptions } from '../program.ts'

interface ConfigArguments {
  readonly action: string | undefined
  readonly key: string | undefined
}

/** Shows the merged configuration; `explain` with the source of each part. Secrets are masked, whatever was asked. */
export async function config(
  terminal: Terminal,
  { action, key }: ConfigArguments,
  { app, json }: CommonOptions,
): Promise<void> {
  if (action !== undefined && action !== 'explain') {
    throw CommandError.wrongUse(`app config knows no "${action}". Write app config, or app config explain KEY.`)
  }
  const path = key === undefined ? [] : parseKey(key)
  const loaded = await loadApplication(app)
  const nameOrigin = originNames(loaded.root)
  const parts = partsOf(await configurationOf(loaded), path).map((part) => shownPart(part, nameOrigin))
  if (parts.length === 0) throw CommandError.problem(`The configuration has no ${key}. See app config for what it has.`)
  if (action === undefined) return json ? terminal.printJson(nested(parts)) : printParts(terminal, parts)
  if (json) return terminal.printJson(parts.map((part) => ({ key: keyText(part.path), ...part })))
  printTable(
    terminal,
    ['KEY', 'VALUE', 'FROM'],
    parts.map((part) => [keyText(part.path), valueText(part), part.origin ?? 'unknown']),
  )
}

function printParts(terminal: Terminal, parts: readonly ShownPart[]): void {
  printTable(
    terminal,
    ['KEY', 'VALUE'],
    parts.map((part) => [keyText(part.path), valueText(part)]),
  )
}

function valueText({ value, env }: ShownPart): string {
  const text = JSON.stringify(value) ?? String(value)
  return env === undefined ? text : `${text} (variable ${env})`
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
