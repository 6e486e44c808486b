import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReports } from './api-report.ts'

// `pnpm api`: what every package shows, for review with what changes it.
const root = join(import.meta.dirname, '../..')
for (const { path, text } of apiReports(root)) writeFileSync(join(root, path), text)
