import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PASSWORD } from '../../test/programs/noticeboard/visit.ts'
import { run } from '../run.ts'
import type { Product } from './product.ts'
import { withRunning } from './running-product.ts'

const NAME = '@acme/audit'

/**
 * Does the work of another team: copies the package `audit` of examples/noticeboard into a folder of its own, installs
 * its dependencies, and publishes it. `npm publish` builds the package first.
 */
export function publishAudit(repository: string, npmrc: string, env: NodeJS.ProcessEnv): void {
  const cwd = mkdtempSync(join(tmpdir(), 'audit-'))
  cpSync(join(repository, 'examples/noticeboard/packages/audit'), cwd, {
    recursive: true,
    filter: (path) => !/node_modules|\.test\.ts$/.test(path),
  })
  run('npm', ['install'], { cwd, env })
  run('npm', ['publish', '--access', 'public'], { cwd, env: { ...env, npm_config_userconfig: npmrc } })
}

/**
 * Adds the other team's package to the product by one command, and signs a user up. The package has to record this
 * request.
 */
export async function addAudit(product: Product): Promise<void> {
  product.npx('app', 'add', NAME)
  const pipeline = product.npx('app', 'pipeline').stdout
  assert.match(pipeline, /@acme\/audit .* 1500 /)
  product.npm('run', 'types')
  const file = join(mkdtempSync(join(tmpdir(), 'audit-')), 'audit.jsonl')
  const status = await withRunning(
    product,
    async ({ url }) => {
      const body = new URLSearchParams({ email: 'ada@site.example', name: 'Ada', password: PASSWORD })
      return (await fetch(`${url}/sign-up`, { method: 'POST', body, redirect: 'manual' })).status
    },
    { AUDIT_FILE: file },
  )
  const entry = JSON.parse(readFileSync(file, 'utf8')) as object
  const { time: _time, request: _request, ...rest } = entry as Record<string, unknown>
  assert.deepEqual(rest, { who: null, method: 'POST', path: '/sign-up', route: '/sign-up', status })
}
