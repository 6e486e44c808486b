import type { Cluster } from 'node:cluster'

/** Loaded by a call: an import would be hoisted to the start of a program that is bundled into one file. */
export function nodeCluster(): Cluster {
  return process.getBuiltinModule('node:cluster') as unknown as Cluster
}
