import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TUTORIAL } from './chapters.ts'

/** A command of a page, and its output as the page shows it; `…` matches any text. */
export interface Try {
  readonly command: string
  readonly prints: string
}

/** The commands under “Try it” on a page, in their order. Throws for a page without commands. */
export function triesOf(page: string): readonly Try[] {
  const text = readFileSync(join(TUTORIAL, page), 'utf8')
  const blocks = text.matchAll(/^<!-- try -->\n+```sh\n([\s\S]*?)```/gm)
  const tries = [...blocks].flatMap(([, block = '']) =>
    block.split(/^\$ /m).flatMap((part) => {
      if (part.trim() === '') return []
      // A command continues on the next line if its line ends with a backslash.
      const [, command = '', prints = ''] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(part) ?? []
      return [{ command, prints: prints.trim() }]
    }),
  )
  if (tries.length === 0) throw new Error(`${page} has no commands: write <!-- try --> before a block of sh.`)
  return tries
}

/** Returns a pattern for the output that a page shows, in which `…` matches any text. */
export function patternOf(prints: string): RegExp {
  const quoted = prints.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${quoted.join('[\\s\\S]*?')}$`)
}
