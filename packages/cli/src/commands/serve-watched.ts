import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { watchFolder } from '../application/watch-folder.ts'
import type { Terminal } from '../output/terminal.ts'

/**
 * Runs a command of `app` in a separate process, and restarts it after each change of the application's files.
 *
 * A process that has ended by itself, as after a mistake in a file, is restarted after the next change. Resolves with
 * the exit code after SIGINT or SIGTERM.
 *
 * Calls `started` after each start, with a signal that is aborted before the next one.
 */
export async function serveWatched(
  terminal: Terminal,
  root: string,
  args: readonly string[],
  started: (signal: AbortSignal) => void,
): Promise<number> {
  const changes = new EventEmitter()
  const watched = watchFolder(root, () => changes.emit('change'))
  const asked = Promise.race(SIGNALS.map((signal) => once(process, signal).then(() => signal)))
  for (;;) {
    const changed = once(changes, 'change').then(() => undefined)
    const child = startAgain(args)
    const end = new AbortController()
    started(end.signal)
    child.on('message', (message) => importsIn(message).forEach(watched.add))
    const ended = once(child, 'exit').then(() => 'ended' as const)
    let reason = await Promise.race([asked, changed, ended])
    if (reason === 'ended') {
      terminal.complain('The application ended. It is started again when a file changes.')
      reason = await Promise.race([asked, changed])
    }
    end.abort()
    if (reason !== undefined) {
      watched.close()
      // A terminal tells all of them by itself, and a second signal would cut the requests in flight.
      if (reason === 'SIGTERM' || !process.stdin.isTTY) child.kill(reason)
      await ended
      return child.exitCode ?? (child.signalCode === reason ? 0 : 1)
    }
    child.kill('SIGTERM')
    if ((await Promise.race([ended, sleep(PATIENCE_MS, 'late', { ref: false })])) === 'late') child.kill('SIGKILL')
    await ended
  }
}

/** The process tells which modules it imports, as it does node's own watch mode. */
function startAgain(args: readonly string[]): ChildProcess {
  const [, main = ''] = process.argv
  return spawn(process.execPath, [...process.execArgv, main, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' },
  })
}

function importsIn(message: unknown): readonly string[] {
  const urls = (message as { readonly 'watch:import'?: unknown } | null)?.['watch:import']
  return Array.isArray(urls)
    ? urls.filter((url) => String(url).startsWith('file:')).map((url) => fileURLToPath(url))
    : []
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** In development, requests in flight get less time at a restart. */
const PATIENCE_MS = 2_000
