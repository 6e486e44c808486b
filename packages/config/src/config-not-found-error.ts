/** No `config/config.{ts,mts,js,mjs}` stands in the folder where the search starts, nor in any above it. */
export class ConfigNotFoundError extends Error {
  override readonly name = 'ConfigNotFoundError'
  /** The folder where the search started. */
  readonly from: string

  constructor(from: string) {
    super(
      `No config/config.ts (nor .mts, .js, .mjs) was found in ${from} or in a folder above it. ` +
        "Write one: `export default defineConfig([autoload('config/autoload')])`, " +
        'or say where to start: `loadConfig({ from: import.meta.url })`.',
    )
    this.from = from
  }
}
