import type { Command } from 'commander'
import { CommandError } from '../command.ts'
import { complete } from '../completion/complete.ts'
import { SCRIPTS, SHELLS } from '../completion/scripts.ts'
import type { Terminal } from '../output/terminal.ts'

/** Prints the script that makes a shell complete commands, options and names. */
export function completion(terminal: Terminal, shell: string): void {
  const known = SHELLS.find((one) => one === shell)
  if (known === undefined)
    throw CommandError.wrongUse(`app completion knows no "${shell}". It knows ${SHELLS.join(', ')}.`)
  terminal.print(SCRIPTS[known].trimEnd())
}

/**
 * Prints the words that the shell's completion script asks for: a line for each word that may complete the command
 * line, with a tab and the meaning of the word.
 */
export function answerShell(terminal: Terminal, program: Command, words: readonly string[]): void {
  for (const { word, meaning } of complete(program, words)) terminal.print(`${word}\t${meaning}`)
}
