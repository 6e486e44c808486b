import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'

/**
 * A program whose workers fail at their start if the file that `MODE_FILE` names contains `broken` or `silent`. With
 * `some`, the second worker fails, and the third ends after the first of two servers listens; with `others`, all but
 * the first fail.
 */
const mode = readFileSync(process.env.MODE_FILE ?? '', 'utf8')
if (cluster.isWorker && mode === 'broken') throw new Error('the certificate of the queue has expired')
if (cluster.isWorker && mode === 'silent') process.exit(3)
const id = cluster.worker?.id ?? 0
if ((mode === 'some' && id === 2) || (mode === 'others' && id > 1)) throw new Error('the certificate has expired')

// A worker that fails loads nothing of the rest, which takes longer than its failure.
const { serve } = await import('./workers-that-serve.ts')
const { address } = await serve()
if (mode === 'some') {
  if (id === 3) process.exit(4)
  await serve()
}
if (cluster.isPrimary) console.log(`in workers at ${address?.port}`)
