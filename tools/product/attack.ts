import { join } from 'node:path'
import { CHECK_LIMIT } from '../../test/programs/limits.ts'
import { run } from '../run.ts'
import type { Product } from './product.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs the tests by which the workspace attacks its noticeboard against an installed copy of the noticeboard. */
export function attack({ folder }: Product): void {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tools/product/attacks.config.ts']
  run(process.execPath, args, { cwd: ROOT, env: { ...process.env, NOTICEBOARD_FOLDER: folder }, limit: CHECK_LIMIT })
}
