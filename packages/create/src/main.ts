#!/usr/bin/env node
import { refuseOldNode } from './refuse-old-node.ts'

const complaint = refuseOldNode(process.versions.node)
if (complaint === undefined) {
  // Loaded only now, since its imports may not even parse on a refused version of node.
  const { runCreate } = await import('./run-create.ts')
  process.exitCode = await runCreate(process.argv.slice(2))
} else {
  console.error(complaint)
  process.exitCode = 1
}
