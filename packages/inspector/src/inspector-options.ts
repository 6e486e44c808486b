import { type ConfigSection, checkOptions, type OptionKind, optionKind } from '@app/core/extending'
import { canonicalPrefix } from '@app/core/internal'
import { EDITOR, isEditor } from './pages/editor-link.ts'

/** Options of `inspector`. */
export interface InspectorOptions {
  /** The path under which the inspector answers. Default: `/_app`. */
  readonly path?: string | undefined
  /** Maximum number of requests that are kept; the oldest are removed first. Default: 200. */
  readonly requests?: number | undefined
  /** Maximum size of all kept requests together, in bytes. Default: 8 MiB. */
  readonly memory?: number | undefined
  /** The address that opens a file in the editor. Default: `vscode://file{file}:{line}:{column}`. */
  readonly editor?: string | undefined
  /** `true` shows secrets in plain text. Default: `false`. */
  readonly showSecrets?: boolean | undefined
  /** `true` also shows the requests that `fetch` sends while a request is handled. Default: `false`. */
  readonly fetches?: boolean | undefined
  /**
   * `true` also shows the queries of `node:sqlite` while a request is handled. Node reports queries from version 26 on.
   * Default: `false`.
   */
  readonly queries?: boolean | undefined
  /**
   * Host names by which browsers reach the inspector, in addition to names of this machine such as `localhost`. With
   * any further name, the inspector answers other machines too, as is necessary in a container. Default: none.
   */
  readonly hosts?: readonly string[] | undefined
}

declare module '@app/core' {
  interface Config {
    /** The options of the inspector, unless code passes options to `inspector()`. */
    readonly inspector?: ConfigSection<InspectorOptions> | undefined
  }
}

/** The options with their defaults filled in. */
export type InspectorSettings = { readonly [K in keyof InspectorOptions]-?: Exclude<InspectorOptions[K], undefined> }

/** Checks options and adds the defaults. Throws an `OptionError` for an option that is unknown or of the wrong kind. */
export function settingsOf(options: InspectorOptions): InspectorSettings {
  const given = checkOptions('inspector()', options, KINDS)
  return {
    path: canonicalPrefix(given.path ?? '/_app'),
    requests: given.requests ?? 200,
    memory: given.memory ?? 8_388_608,
    editor: given.editor ?? EDITOR,
    showSecrets: given.showSecrets ?? false,
    fetches: given.fetches ?? false,
    queries: given.queries ?? false,
    hosts: given.hosts ?? [],
  }
}

const PREFIX: OptionKind = {
  wants: 'a path such as "/_app"',
  accepts: (value) => typeof value === 'string' && /^\/[^/]/.test(value),
}

const ADDRESS: OptionKind = {
  wants: `an address with {file}, such as "${EDITOR}", whose scheme runs no code`,
  accepts: (value) => typeof value === 'string' && isEditor(value),
}

const KINDS = {
  path: PREFIX,
  requests: optionKind.count,
  memory: optionKind.count,
  editor: ADDRESS,
  showSecrets: optionKind.boolean,
  fetches: optionKind.boolean,
  queries: optionKind.boolean,
  hosts: optionKind.listOf(optionKind.text),
}
