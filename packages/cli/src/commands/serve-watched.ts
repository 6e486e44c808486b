import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Terminal } from '../output/terminal.ts'

/**
 * Runs a command of `app` in a separate process, and restarts the process after each change of the application's files.
 *
 * If the process ends by itself, such as by a mistake in a file, it is restarted after the next change. After SIGINT or
 * SIGTERM, the process is ended, and the promise resolves with its exit code.
 *
 * Calls `started` after each start, with a signal that is aborted before the next start.
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
    const startedAt = Date.now()
    const child = startAgain(args)
    const end = new AbortController()
    started(end.signal)
    child.on('message', (message) => {
      for (const file of importsIn(message)) watched.add(file, startedAt)
    })
    const ended = once(child, 'exit').then(() => 'ended' as const)
    let reason = await Promise.race([asked, changed, ended])
    if (reason === 'ended') {
      terminal.complain('The application ended. It is started again when a file changes.')
      reason = await Promise.race([asked, changed])
    }
    end.abort()
    if (reason !== undefined) {
      watched.close()
      // If the user presses Ctrl+C, the terminal sends SIGINT to the child process too. So this process sends none: a
      // second signal would cut off requests in flight.
      if (reason === 'SIGTERM' || !process.stdin.isTTY) child.kill(reason)
      await ended
      return child.exitCode ?? (child.signalCode === reason ? 0 : 1)
    }
    child.kill('SIGTERM')
    if ((await Promise.race([ended, sleep(PATIENCE_MS, 'late', { ref: false })])) === 'late') child.kill('SIGKILL')
    await ended
  }
}

/**
 * Starts a process that reports the modules that it imports. The variable `WATCH_REPORT_DEPENDENCIES` makes node do
 * this, as for `node --watch`.
 */
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
/**
 * The time, in milliseconds, that requests in flight have to end before a restart. It is shorter than in production, so
 * that a developer does not wait long.
 */
const PATIENCE_MS = 2_000

/** A watch over the files of a folder. */
export interface FolderWatch {
  /**
   * Also watches a file outside of the folder. If the file has changed after the time `since`, in milliseconds, the
   * change is reported at once: the process may have read the old content before this watch began.
   */
  add(file: string, since: number): void
  close(): void
}

/**
 * Watches the files of an application in a folder and in all folders below: sources, JSON, and `.env` files, also new
 * ones.
 *
 * Leaves out tests, declarations, hidden folders, and the folders in `LEFT_OUT`, such as `node_modules`. Reports
 * changes that follow each other within 0.1 s as one change.
 */
function watchFolder(root: string, changed: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  const tell = () => {
    clearTimeout(timer)
    timer = setTimeout(changed, SETTLED_MS)
  }
  const hear = (path: string, listener: (name: string | null) => void) => {
    if (watchers.has(path)) return
    try {
      const watcher = watch(path, (_event, name) => listener(name))
      // After an error, the path is no longer watched: its file may be deleted, or the system may allow no further
      // watcher.
      watcher.on('error', () => forget(path))
      watchers.set(path, watcher)
    } catch {
      forget(path)
    }
  }
  const forget = (path: string) => {
    watchers.get(path)?.close()
    watchers.delete(path)
  }
  const enter = (folder: string): boolean => {
    const entries = readEntries(folder)
    hear(folder, (name) => {
      if (name === null || isSource(name)) return tell()
      // A new folder may already have files when its watcher starts. These files count as a change too.
      if (!isLeftOut(name) && !watchers.has(join(folder, name)) && enter(join(folder, name))) tell()
    })
    const inner = entries.filter((entry) => entry.isDirectory() && !isLeftOut(entry.name))
    const below = inner.map((entry) => enter(join(folder, entry.name)))
    return entries.some((entry) => isSource(entry.name)) || below.includes(true)
  }

  enter(root)
  return {
    add: (file, since) => {
      if (file.startsWith(join(root, '/')) || /[\\/]node_modules[\\/]/.test(file)) return
      hear(file, tell)
      if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since) tell()
    },
    close: () => {
      clearTimeout(timer)
      for (const path of watchers.keys()) forget(path)
    },
  }
}

function readEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function isLeftOut(name: string): boolean {
  return name.startsWith('.') || LEFT_OUT.has(name)
}

function isSource(path: string): boolean {
  const name = basename(path)
  return /\.(?:[cm]?[jt]s|json)$/.test(name) ? !/[.-]test\.\w+$|\.d\.[cm]?ts$/.test(name) : /^\.env(?:\.|$)/.test(name)
}

const LEFT_OUT = new Set(['node_modules', 'public', 'dist', 'build', 'coverage'])
const SETTLED_MS = 100
