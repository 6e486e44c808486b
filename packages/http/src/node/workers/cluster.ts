import type { Cluster } from 'node:cluster'

/** Loaded by those that have workers alone: an import would load it at the start of every program. */
export function nodeCluster(): Cluster {
  return process.getBuiltinModule('node:cluster') as unknown as Cluster
}
