import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { run } from './run.ts'

/**
 * Writes what a package publishes, `node ../../tools/build.ts` in its folder: declarations and modules by tsc.
 *
 * Where tsc is told to write declarations only, modules are bundled: one file for each entry and one for what
 * they share, since importing many small files costs a start several times what running them does (docs/decisions/002).
 */
const folder = process.cwd()
const { publishConfig } = readJson('package.json') as { publishConfig: object }
const { compilerOptions } = readJson('tsconfig.json') as { compilerOptions?: { emitDeclarationOnly?: boolean } }

// What was written for a source that is gone would be published too.
rmSync('dist', { recursive: true, force: true })
run(process.execPath, [join(import.meta.dirname, '../node_modules/typescript/bin/tsc'), '-b'], { cwd: folder })
if (compilerOptions?.emitDeclarationOnly) await bundle()

async function bundle(): Promise<void> {
  const entries = [...new Set(modulesOf(publishConfig))].map((file) => file.replace(/^\.\/dist\/|\.js$/g, ''))
  // What is for one platform alone stays out of what all of them load.
  const sources = new Set(entries.map((entry) => join(folder, 'src', `${entry}.ts`)))
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    platform: 'neutral',
    transform: { target: 'es2024' },
  })
  await bundled.write({
    dir: 'dist',
    entryFileNames: '[name].js',
    codeSplitting: { groups: [{ name: 'shared', test: (id) => !sources.has(id), minShareCount: 2 }] },
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  await bundled.close()
}

/** The modules that `exports` and `imports` lead to, whatever the conditions. */
function modulesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.endsWith('.js') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(modulesOf) : []
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
