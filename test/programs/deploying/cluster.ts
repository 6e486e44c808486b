import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'

if (cluster.isPrimary) {
  let isStopping = false
  process.on('SIGTERM', () => {
    isStopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  })
  process.on('SIGINT', () => {
    isStopping = true // A terminal sends it to all of them.
  })
  cluster.on('exit', () => isStopping || cluster.fork())
  for (let i = 0; i < availableParallelism(); i++) cluster.fork()
} else {
  await import('./main.ts')
}
