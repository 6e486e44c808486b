import { globSync, readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

/**
 * Writes what a package publishes, one file for each entry and what entries share: `node ../../tools/bundle.ts` in its
 * folder. Importing many small files costs a start several times what running them does (docs/decisions/002).
 */
const { publishConfig } = JSON.parse(readFileSync('package.json', 'utf8')) as { publishConfig: object }
const entries = [...new Set(targetsOf(publishConfig))].map((target) =>
  target.replace('./dist/', 'src/').replace(/\.js$/, '.ts'),
)

for (const old of globSync('dist/**/*.{js,js.map}')) rmSync(old)
await build({
  entryPoints: entries,
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'shared/[hash]',
  format: 'esm',
  platform: 'neutral',
  target: 'es2024',
  packages: 'external',
  external: ['#*', 'node:*'],
})

/** The JavaScript files that `exports` and `imports` lead to, whatever the conditions. */
function targetsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.endsWith('.js') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(targetsOf) : []
}
