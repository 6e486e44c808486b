#!/usr/bin/env node
import { refuseOldNode } from './refuse-old-node.ts'

const complaint = refuseOldNode(process.versions.node)
if (complaint === undefined) {
  // The module is imported only now, since an old version of node may be unable to parse its imports.
  const { runCreate } = await import('./run-create.ts')
  process.exitCode = await runCreate(process.argv.slice(2))
} else {
  console.error(complaint)
  process.exitCode = 1
}
