import { join } from 'node:path'
import { CHECK_LIMIT } from '../../test/programs/limits.ts'
import { run } from '../run.ts'
import type { Product } from './product.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs the tests that attack the noticeboard, here against an installed copy in place of the one in the workspace. */
export function attack({ folder }: Product): void {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tools/product/attacks.config.ts']
  run(process.execPath, args, { cwd: ROOT, env: { ...process.env, NOTICEBOARD_FOLDER: folder }, limit: CHECK_LIMIT })
}
