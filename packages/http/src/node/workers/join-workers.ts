import type { Server } from '../server.ts'
import { stopAll } from '../stop-on-signals.ts'
import { asData, type Message, messageIn, nodeCluster } from './processes.ts'

/**
 * Tells the process that started this worker that a server of the worker listens. From then on that process decides
 * when the worker stops.
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
  // Unless `exitedAfterDisconnect` is true, node ends a worker, with all its requests, as soon as the process that
  // started the worker is gone.
  if (worker) worker.exitedAfterDisconnect = true
  process.on('disconnect', () => void stopAll())
  process.on('message', (data) => {
    if (messageIn(data)?.type === 'stopping') void stopAll()
  })
  // A terminal that closes sends SIGHUP to all processes; only the process that starts workers reacts to it.
  process.on('SIGHUP', () => undefined)
}

function tell(message: Message): void {
  if (process.connected) process.send?.(asData(message), undefined, undefined, () => undefined)
}
