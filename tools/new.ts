import { join } from 'node:path'
import { NewPackageError, newPackage } from './new-package/new-package.ts'

/** Adds a package to this repository: `pnpm new package NAME ["A sentence that describes it."]` */
const [what, name, description] = process.argv.slice(2)
if (what !== 'package' || name === undefined) {
  console.error(
    'Write pnpm new package NAME ["What it is, in a sentence."], such as pnpm new package security-headers.',
  )
  process.exit(2)
}
try {
  const files = newPackage(join(import.meta.dirname, '..'), { name, ...(description && { description }) })
  console.log(`${files.join('\n')}
.changeset/${name}.md
A row in tools/layers.ts, and one in docs/packages.md.

pnpm --filter @app/${name} test runs its tests. CONTRIBUTING.md, "A package", says what comes next.`)
} catch (error) {
  if (!(error instanceof NewPackageError)) throw error
  console.error(error.message)
  process.exit(2)
}
