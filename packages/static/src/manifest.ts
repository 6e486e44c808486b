import { invalidManifest } from './invalid-manifest.ts'

/** A file that a build has written, and the files that it needs. */
export interface BuiltFile {
  /** The path of the file in the folder of the build, or its whole URL. */
  readonly file: string
  readonly css: readonly string[]
  /** The names of the entries that it imports at its start. */
  readonly imports: readonly string[]
  /** True for a part that the build has made of several sources, and whose name in the manifest is that of its file. */
  readonly isChunk?: boolean | undefined
}

/** The files of a build by the names that the manifest gives them. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>

/**
 * Reads what a manifest says: that of Vite, the metafile of esbuild, or a map of files by their names, as
 * `{ "app.js": "app.3f2a.js" }`. `outdir` is the folder of the build, which a metafile writes before each file. Throws
 * a `ConfigurationError` (`APP_ASSETS`) for any other value, for more than 100,000 entries, and for a file whose path
 * leads out of the folder.
 */
export function builtFiles(manifest: unknown, shown: string, outdir: string | undefined): BuiltFiles {
  if (!isMap(manifest)) throw invalidManifest(shown, 'it is not a map')
  const isMetafile = isMap(manifest.outputs) && isMap(manifest.inputs)
  const entries = isMetafile ? metafileEntries(manifest.outputs as JsonMap, shown, outdir) : mapEntries(manifest, shown)
  if (entries.length > MOST_ENTRIES)
    throw invalidManifest(shown, `it has ${entries.length} entries, and may have ${MOST_ENTRIES}`)
  for (const [name, { file, css }] of entries) {
    const wrong = [file, ...css].find((path) => path === '' || path.split(/[/\\]/).includes('..'))
    if (wrong !== undefined)
      throw invalidManifest(
        shown,
        `the file ${JSON.stringify(wrong)} of "${name}" is no path in the folder of the build`,
      )
  }
  return new Map(entries)
}

type Entry = readonly [name: string, built: BuiltFile]
type JsonMap = { readonly [key: string]: unknown }

/** Reads the entries of Vite's manifest, and of a map of names. Source: Vite, "Backend Integration". */
function mapEntries(manifest: JsonMap, shown: string): readonly Entry[] {
  return Object.entries(manifest).map(([name, entry]) => {
    if (typeof entry === 'string') return [name, { file: entry, css: [], imports: [] }]
    if (isMap(entry) && typeof entry.file === 'string') {
      return [name, { file: entry.file, css: texts(entry.css), imports: texts(entry.imports) }]
    }
    throw invalidManifest(shown, `"${name}" must be the name of a file, or a map with a "file", as Vite writes it`)
  })
}

/**
 * Reads the entries of esbuild's metafile: its entry points by their sources, and each file by its own name. Source:
 * esbuild, "Metafile".
 */
function metafileEntries(outputs: JsonMap, shown: string, outdir: string | undefined): readonly Entry[] {
  if (outdir === undefined)
    throw invalidManifest(shown, 'a metafile of esbuild names files with their folder. Add the folder: outdir: "dist"')
  const start = `${outdir.replace(/^\.\//, '').replace(/\/+$/, '')}/`
  const inFolder = (path: string) => {
    if (path.startsWith(start)) return path.slice(start.length)
    throw invalidManifest(shown, `the file "${path}" is not in the folder "${outdir}" of the option outdir`)
  }
  return Object.entries(outputs).flatMap(([path, output]): readonly Entry[] => {
    if (!isMap(output) || path.endsWith('.map')) return []
    const imports = (Array.isArray(output.imports) ? output.imports : [])
      .filter((item) => isMap(item) && item.kind === 'import-statement' && item.external !== true)
      .map((item) => inFolder(String(item.path)))
    const css = typeof output.cssBundle === 'string' ? [inFolder(output.cssBundle)] : []
    const built = { file: inFolder(path), css, imports, isChunk: typeof output.entryPoint !== 'string' }
    return typeof output.entryPoint === 'string'
      ? [
          [output.entryPoint, built],
          [built.file, built],
        ]
      : [[built.file, built]]
  })
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MOST_ENTRIES = 100_000
