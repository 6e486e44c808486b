import { printError } from '../platform/node-primitives.ts'
import type { NodeServer } from './node-server.ts'

/** A server of this process, with the function that stops the rest of its program. */
interface Running {
  readonly server: NodeServer
  /** Called and awaited after the last response of all servers. */
  readonly stop: ((grace: number) => Promise<boolean>) | undefined
  /** Logs an error that no code has awaited or caught. */
  readonly log: ((error: unknown, message: string) => void) | undefined
  readonly grace: number
}

/**
 * Stops a server gracefully on SIGTERM and SIGINT, together with all other servers for which this process has called
 * this function.
 *
 * Requests in flight have `grace` seconds to finish. Then each `stop` function is called, beginning with that of the
 * server for which this function was called last. The process ends with status 0, or with status 1 if requests were cut
 * or a `stop` function did not resolve to `true`. A second signal ends the process at once. An uncaught error is logged
 * and stops the servers in the same way; the process then ends with status 1. A rejected promise that nobody awaits is
 * only logged. A server that was closed before the signal is ignored.
 */
export function stopOnSignals(program: Running): void {
  if (running.size === 0) {
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    process.on('uncaughtException', stopForError)
  }
  running.add(program)
  program.server.node.once('close', () => leave(program))
}

const running = new Set<Running>()
let isStopping = false
let code = 0

function leave(program: Running): void {
  // The listeners are not removed while the process is stopping, so that a second signal can end it at once.
  if (isStopping) return
  running.delete(program)
  if (running.size > 0) return
  process.off('SIGTERM', stop)
  process.off('SIGINT', stop)
  process.off('uncaughtException', stopForError)
}

async function stop(): Promise<void> {
  if (isStopping) process.exit(1)
  await stopAll()
}

/** Stops all servers and ends the process, as the first signal does. A second call during the stop changes nothing. */
export async function stopAll(): Promise<void> {
  if (isStopping) return
  isStopping = true
  const programs = [...running]
  await Promise.all(programs.map(drain))
  for (const { stop, grace } of programs.reverse()) if (stop && !(await stop(grace))) code = 1
  process.exit(code)
}

function stopForError(error: unknown, origin?: string): void {
  // An unhandled rejection is only logged: the mistake of one request must not end the responses to all others.
  if (origin === 'unhandledRejection') {
    log(error, 'A promise was rejected, and nobody awaited it')
    return
  }
  log(error, 'The program ends, since nobody caught an error')
  code = 1
  void stopAll()
}

/** Logs an error as the first program with a log does, else on standard error. */
function log(error: unknown, message: string): void {
  const logging = [...running].find((program) => program.log !== undefined)
  const print = logging?.log ?? ((reason) => printError(reason, `${message}:`))
  try {
    print(error, message)
  } catch (failure) {
    printError(error, `${message}:`)
    printError(failure)
  }
}

async function drain({ server, grace }: Running): Promise<void> {
  const cut = await server.drain(grace)
  if (cut.length === 0) return
  code = 1
  console.error(`Stopped after ${grace} s with requests that were not answered: ${listed(cut)}`)
}

function listed(cut: readonly string[]): string {
  const shown = [...new Set(cut)].slice(0, 10).join(', ')
  return cut.length > 10 ? `${shown} … (${cut.length} in all)` : shown
}
