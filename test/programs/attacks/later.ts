import { pathToFileURL } from 'node:url'
import type { Program } from '../run-program.ts'

/** The environment variable by which a program reacts to `anHourLater()`. */
export const WITH_CLOCK: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/later.mjs`)}`,
}

/** Brings the clock of a program an hour forward, so that its sessions are due for a refresh. */
export async function anHourLater(program: Program): Promise<void> {
  program.stop('SIGUSR2')
  await program.waitFor(/h later/)
}
