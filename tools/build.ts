import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { run } from './run.ts'

const BUNDLED = './dist/bundled/'

/**
 * Writes the published files of a package, by `node ../../tools/build.ts` in its folder: declarations and modules by
 * tsc.
 *
 * A package whose `exports` name files of `dist/bundled` gets those too, for node: one file for each entry point and
 * one for their shared code, since importing many small files takes several times as long as running them. Other
 * platforms import the modules, from which a bundler takes only the code that a program uses (docs/decisions/002).
 */
const folder = process.cwd()
const manifest = readJson('package.json') as { publishConfig: { exports: object }; imports?: Imports }

type Imports = Readonly<Record<string, Readonly<Record<string, string>>>>

// Files of a removed source would otherwise be published too.
rmSync('dist', { recursive: true, force: true })
run(process.execPath, [join(import.meta.dirname, '../node_modules/typescript/bin/tsc'), '-b'], { cwd: folder })
const bundled = modulesOf(manifest.publishConfig.exports).filter((file) => file.startsWith(BUNDLED))
if (bundled.length > 0) await bundle([...new Set(bundled)].map((file) => file.slice(BUNDLED.length, -'.js'.length)))

async function bundle(entries: readonly string[]): Promise<void> {
  const { imports = {} } = manifest
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !(id in imports),
    resolve: {
      alias: Object.fromEntries(Object.entries(imports).map(([name, { node = '' }]) => [name, join(folder, node)])),
    },
    platform: 'neutral',
    transform: { target: 'es2024' },
  })
  await build.write({
    dir: BUNDLED,
    entryFileNames: '[name].js',
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  await build.close()
}

/** The paths of the modules that `exports` and `imports` of a manifest name, under all conditions. */
function modulesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.endsWith('.js') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(modulesOf) : []
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
