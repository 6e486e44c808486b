import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiReports } from '../../tools/api/api-report.ts'

const ROOT = join(import.meta.dirname, '../..')

test.each(apiReports(ROOT))(
  '$path says what $name shows: if it does not, pnpm api writes it anew',
  ({ path, text }) => {
    expect(existsSync(join(ROOT, path)) && readFileSync(join(ROOT, path), 'utf8')).toBe(text)
  },
)
