import { pathToFileURL } from 'node:url'
import type { Program } from '../run-program.ts'

/**
 * The environment variable that makes node load `later.mjs` before a program. The signal of `anHourLater()` would end a
 * program that was started without this variable.
 */
export const WITH_CLOCK: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/later.mjs`)}`,
}

/** Moves the clock of a program an hour forward, so that the program has to renew its sessions. */
export async function anHourLater(program: Program): Promise<void> {
  program.stop('SIGUSR2')
  await program.waitFor(/h later/)
}
