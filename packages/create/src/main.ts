#!/usr/bin/env node
import { refuseOldNode } from './refuse-old-node.ts'

const complaint = refuseOldNode(process.versions.node)
if (complaint === undefined) {
  // This import is dynamic, since an old version of node, which is refused above, may be unable to parse the module.
  const { runCreate } = await import('./run-create.ts')
  process.exitCode = await runCreate(process.argv.slice(2))
} else {
  console.error(complaint)
  process.exitCode = 1
}
