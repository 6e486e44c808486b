import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReports } from './api-report.ts'

// `pnpm api`: writes the `api.md` of every package, so that a reviewer sees how a commit changes its exports.
const root = join(import.meta.dirname, '../..')
for (const { path, text } of apiReports(root)) writeFileSync(join(root, path), text)
