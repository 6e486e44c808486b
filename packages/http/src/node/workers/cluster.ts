import type { Cluster } from 'node:cluster'

/** Loads `node:cluster`. Only programs with workers need it: an import would load it at the start of every program. */
export function nodeCluster(): Cluster {
  return process.getBuiltinModule('node:cluster') as unknown as Cluster
}
