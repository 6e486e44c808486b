import assert from 'node:assert/strict'
import { join } from 'node:path'
import { run } from '../run.ts'
import type { Steps } from './steps.ts'

/**
 * Makes a package as a team outside of this repository would, runs the package's own checks, and tests the package on
 * the lowest and on the newest core.
 */
export async function createPackage(steps: Steps, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const cwd = join(folder, 'audit')
  const flags = ['--yes', '--template', 'provider', '--name', '@acme/audit']
  await steps.take(`npm create @app audit ${flags.join(' ')}`, () =>
    run('npm', ['create', '@app', 'audit', '--', ...flags], { cwd: folder, env }),
  )
  await steps.take('npm run check', () => run('npm', ['run', 'check'], { cwd, env }))
  await steps.take('npm run compatibility, with two cores', () => {
    const { stdout } = run('npm', ['run', 'compatibility'], { cwd, env })
    const versions = [...stdout.matchAll(/^passes on the \w+: .*@app\/core (\S+)$/gm)].map(([, version]) => version)
    assert.deepEqual(versions, ['1.0.0', '1.1.0'])
  })
}
