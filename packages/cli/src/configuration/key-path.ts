import type { KeyPath } from '@app/config'
import { CommandError } from '../command.ts'

/** Reads a key as it is printed: `middleware_pipeline["@app/static"].priority`, `routes[0].path` or `routes.0.path`. */
export function parseKey(text: string): KeyPath {
  const path: (string | number)[] = []
  let at = 0
  for (const match of text.matchAll(PART)) {
    if (match.index !== at) break
    const [whole, word, index, quoted] = match
    at += whole.length
    path.push(quoted !== undefined ? unquote(quoted, text) : index !== undefined ? Number(index) : (word ?? ''))
  }
  if (at === text.length && path.length > 0) return path
  throw unreadable(text)
}

/** Writes a key so that it can be read back. */
export function keyText(path: KeyPath): string {
  return path
    .map((key, position) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[^.[\]"\s]+$/.test(key)) return `[${JSON.stringify(key)}]`
      return position === 0 ? key : `.${key}`
    })
    .join('')
}

function unquote(quoted: string, text: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw unreadable(text)
  }
}

function unreadable(text: string): CommandError {
  return CommandError.wrongUse(
    `${text} is no key. Write keys with dots between them, a["b.c"] where one has a dot itself: middleware_pipeline.cors.priority.`,
  )
}

const PART = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g
