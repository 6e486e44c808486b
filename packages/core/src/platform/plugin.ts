/** An installed package whose manifest names one of its exports: `"app": { "view": "EtaRenderer" }`. */
export interface Plugin {
  /** The name of the package. */
  readonly name: string
  readonly exportName: string
  /** Imports the package. Gives its export of this name; `undefined` for a package without that export. */
  load(): Promise<unknown>
}

/** The result of a search among the dependencies of an application. */
export interface PluginSearch {
  /** The path of the application's `package.json`; `undefined` without one, and on a runtime without files. */
  readonly root: string | undefined
  readonly plugins: readonly Plugin[]
  /** Dependencies that are not installed. Each of them may be the package that is searched for. */
  readonly missing: readonly string[]
}
