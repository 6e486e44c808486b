/** An installed package whose manifest names one of its exports: `"app": { "view": "EtaRenderer" }`. */
export interface Plugin {
  /** The name of the package. */
  readonly name: string
  readonly exportName: string
  /** Imports the package. Gives what it exports under the name; `undefined` if it exports nothing of it. */
  load(): Promise<unknown>
}

/** What was found among the dependencies of an application. */
export interface PluginSearch {
  /** The path of the application's `package.json`; `undefined` without one, and on a runtime without files. */
  readonly root: string | undefined
  readonly plugins: readonly Plugin[]
  /** Dependencies that are not installed, each of which may be what is searched for. */
  readonly missing: readonly string[]
}
