import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeGenerated } from './generated.ts'
import { wantingChangeset } from './release/wanting-changeset.ts'

/**
 * `pnpm fix`: formats all files, sorts imports, applies the safe fixes of the linter, and writes all generated files
 * anew. It prints what it cannot mend, and names the packages that need a changeset.
 */
const root = join(import.meta.dirname, '..')
/** The variables that the examples need when `app` loads them. */
const env = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  APP_SECRET: 'a secret that only has to be long enough',
  DATABASE_FILE: ':memory:',
}

take('node_modules/@biomejs/biome/bin/biome', ['check', '--write', '--error-on-warnings', '.'])
writeGenerated(root)
// The noticeboard serves built files, so `app` can load it only after a build.
take('node_modules/turbo/bin/turbo', ['run', 'build', '--output-logs=errors-only'])
for (const types of globSync('examples/*/config/types.d.ts', { cwd: root }))
  take('packages/cli/src/main.ts', ['types'], join(root, dirname(dirname(types))))
const widths = ['run', '--update', '--silent', '--reporter=dot', 'packages/cli/src/commands/widths']
take('node_modules/vitest/vitest.mjs', [...widths, '--testNamePattern', 'docs/command-line'])
if (hasBase('origin/main')) {
  const { required } = wantingChangeset(root, 'origin/main')
  for (const name of required) console.log(`Users see a change of ${name}. Write a changeset: pnpm changeset`)
}

function hasBase(branch: string): boolean {
  return spawnSync('git', ['rev-parse', '--verify', '--quiet', branch], { cwd: root }).status === 0
}

function take(program: string, args: readonly string[], cwd = root): void {
  const { status } = spawnSync(process.execPath, [join(root, program), ...args], { cwd, env, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
