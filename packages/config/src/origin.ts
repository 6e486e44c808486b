/** Where a value came from: a file, a provider of the list, a post-processor or the schema. */
export interface Origin {
  /** Unique in one configuration: `config/autoload/db.local.ts`, `configProvider (source 2)`, `source 3`, `schema`. */
  readonly name: string
  /** The absolute path, when it is a file. */
  readonly file?: string
}

/** An origin that is a file or a folder. */
export interface FileOrigin extends Origin {
  readonly file: string
}
