import type { Command } from 'commander'
import { CommandError } from '../command.ts'
import { complete } from '../completion/complete.ts'
import { SCRIPTS, SHELLS } from '../completion/scripts.ts'
import type { Terminal } from '../output/terminal.ts'

/**
 * Prints the script that makes a shell complete the words after `app`: commands, options, and names of routes and keys.
 */
export function completion(terminal: Terminal, shell: string): void {
  const known = SHELLS.find((one) => one === shell)
  if (known === undefined)
    throw CommandError.wrongUse(`app completion knows no "${shell}". It knows ${SHELLS.join(', ')}.`)
  terminal.print(SCRIPTS[known].trimEnd())
}

/**
 * Prints the words that may complete a command line, for the completion script of a shell: a line for each word, with a
 * tab and the meaning of the word after it.
 */
export function answerShell(terminal: Terminal, program: Command, words: readonly string[]): void {
  for (const { word, meaning } of complete(program, words)) terminal.print(`${word}\t${meaning}`)
}
