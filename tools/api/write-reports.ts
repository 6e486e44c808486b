import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReports } from './api-report.ts'

// `pnpm api`: writes the report of every package, so that a review sees each change of it.
const root = join(import.meta.dirname, '../..')
for (const { path, text } of apiReports(root)) writeFileSync(join(root, path), text)
