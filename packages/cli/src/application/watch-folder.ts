import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { basename, join } from 'node:path'

/** What is told of changes. */
export interface FolderWatch {
  /** Watches a file too that is not in the folder. */
  add(file: string): void
  close(): void
}

/**
 * Watches what an application consists of: sources, JSON, and `.env` files, new ones among them, in a folder and all below.
 *
 * What is installed, built, served as it is, declared, or hidden is left out. Several changes at once are told as one.
 */
export function watchFolder(root: string, changed: () => void): FolderWatch {
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
      // One that is gone, or that the system has no room for, is not told any more.
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
      // A folder that is new has had its files before anybody could watch it.
      if (!isLeftOut(name) && !watchers.has(join(folder, name)) && enter(join(folder, name))) tell()
    })
    const inner = entries.filter((entry) => entry.isDirectory() && !isLeftOut(entry.name))
    const below = inner.map((entry) => enter(join(folder, entry.name)))
    return entries.some((entry) => isSource(entry.name)) || below.includes(true)
  }

  enter(root)
  return {
    add: (file) => {
      if (!file.startsWith(join(root, '/')) && !/[\\/]node_modules[\\/]/.test(file)) hear(file, tell)
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
