import { readFile } from 'node:fs/promises'
import type { ApplicationCommand } from '@app/core/extending'
import type { Notes } from './notes.ts'

export const command = {
  description: 'import the notes of a file, one a line',
  usage: '<file>',
  options: [{ flags: '--dry-run', description: 'import nothing' }],
  inject: ['acme/notes'],
  async run({ args: [file = ''], options, print }, notes: Notes) {
    const titles = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
    if (!options.dryRun) for (const title of titles) notes.add(title)
    print(`${titles.length} notes`)
    return titles.length === 0 ? 1 : 0
  },
} satisfies ApplicationCommand
