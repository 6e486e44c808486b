import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** One recorded case; its further members depend on its kind. */
export interface VectorCase {
  readonly id: string
  readonly category: string
  readonly description: string
  readonly kind: string
  readonly lines: readonly string[]
  readonly sameApp?: boolean
  readonly note?: string
  readonly setup?: Setup
  readonly requests?: readonly RecordedCall[]
  /** Release lines that gave the same outcome share one entry; the keys in `on` are `line` or `line/router`. */
  readonly expected: readonly { readonly on: readonly string[]; readonly outcome: Outcome }[]
  readonly [field: string]: unknown
}

/** A recorded outcome, or ours in the same format. */
export type Outcome = Readonly<Record<string, unknown>>

/** The description of an application: its configuration, its container, and the steps that build it. */
export interface Setup {
  readonly build?: 'direct' | 'config'
  readonly config?: Readonly<Record<string, unknown>>
  readonly container?: { readonly services?: Readonly<Record<string, unknown>> } | readonly [] | null
  readonly steps?: readonly Step[]
  readonly raiseThrowables?: boolean
  readonly finalHandler?: unknown
  readonly final?: 'none'
}

/** One call of a method of the application; the steps run in their order. */
export interface Step {
  readonly op: string
  readonly path?: unknown
  readonly middleware?: unknown
  readonly methods?: unknown
  readonly name?: unknown
  readonly options?: unknown
  readonly object?: Omit<Step, 'op' | 'object'>
  readonly method?: string
  readonly args?: readonly unknown[]
  readonly dump?: boolean
}

/** A request, or a call that makes the URL of a route by its name. */
export interface RecordedCall {
  readonly method?: string
  readonly path?: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly uri?: string
  readonly params?: Readonly<Record<string, unknown>> | readonly []
  readonly options?: Readonly<Record<string, unknown>> | readonly []
}

/** The folder of the recorded cases, and a further folder if the variable `CONTRACT_VECTORS` names one. */
export function vectorFolders(): readonly string[] {
  const { CONTRACT_VECTORS } = process.env
  return [join(import.meta.dirname, 'vectors'), ...(CONTRACT_VECTORS ? [resolve(CONTRACT_VECTORS)] : [])]
}

/** The cases of a folder, in the order of its files. */
export function readVectors(folder: string): readonly VectorCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const content = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { cases?: readonly VectorCase[] }
      return content.cases ?? []
    })
}
