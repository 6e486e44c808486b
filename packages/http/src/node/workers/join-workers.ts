import type { Server } from '../server.ts'
import { stopAll } from '../stop-on-signals.ts'
import { asData, type Message, messageIn, nodeCluster } from './processes.ts'

/**
 * Tells the process that started this one that its server listens. From then on the starting process decides when to
 * stop.
 */
export function joinWorkers({ address, stopping }: Server, url: string): void {
  if (!hasJoined) join()
  stopping.addEventListener('abort', () => tell({ type: 'stopping' }))
  tell({ type: 'listening', url, address })
}

let hasJoined = false

function join(): void {
  hasJoined = true
  const { worker } = nodeCluster()
  // Unless this is set, node ends a worker, with all its requests, at the moment when the first process is gone.
  if (worker) worker.exitedAfterDisconnect = true
  process.on('disconnect', () => void stopAll())
  process.on('message', (data) => {
    if (messageIn(data)?.type === 'stopping') void stopAll()
  })
  // A terminal that closes signals all processes; only the first process reacts to it.
  process.on('SIGHUP', () => undefined)
}

function tell(message: Message): void {
  if (process.connected) process.send?.(asData(message), undefined, undefined, () => undefined)
}
