import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { run } from './run.ts'

const BUNDLED = './dist/bundled/'

/**
 * Builds the published files of the package in the current folder; each package calls it as `node
 * ../../tools/build.ts`. `tsc` writes the declarations and the modules.
 *
 * If the `publishConfig.exports` of the package name files of `dist/bundled`, rolldown writes these too, for node: one
 * file for each entry point and one for the code that the entry points share, since importing many small files takes
 * several times as long as running them. Other platforms import the modules, from which a bundler takes only the code
 * that a program uses (docs/decisions/002).
 */
const folder = process.cwd()
const manifest = readJson('package.json') as { publishConfig: { exports: object }; imports?: Imports }

type Imports = Readonly<Record<string, Readonly<Record<string, string>>>>

// Without this, built files whose source has been removed would still be published.
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

/** The paths of the modules that the `exports` of a manifest name, under all conditions. */
function modulesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.endsWith('.js') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(modulesOf) : []
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
