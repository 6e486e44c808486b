import type { Server } from '../server.ts'
import { stopAll } from '../stop-on-signals.ts'
import { nodeCluster } from './cluster.ts'
import { asData, type Message, messageIn } from './message.ts'

/** Tells the process that has started this one that its server listens. From then on that process says when to stop. */
export function joinWorkers({ address, stopping }: Server, url: string): void {
  if (!hasJoined) join()
  stopping.addEventListener('abort', () => tell({ type: 'stopping' }))
  tell({ type: 'listening', url, address })
}

let hasJoined = false

function join(): void {
  hasJoined = true
  const { worker } = nodeCluster()
  // Otherwise node ends a worker, with the requests in its hands, at the moment when the first process is gone.
  if (worker) worker.exitedAfterDisconnect = true
  process.on('disconnect', () => void stopAll())
  process.on('message', (data) => {
    if (messageIn(data)?.type === 'stopping') void stopAll()
  })
  // A terminal that is closed says it to all processes; what to do is for the first to say.
  process.on('SIGHUP', () => undefined)
}

function tell(message: Message): void {
  if (process.connected) process.send?.(asData(message), undefined, undefined, () => undefined)
}
