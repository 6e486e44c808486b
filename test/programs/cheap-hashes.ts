import { pathToFileURL } from 'node:url'

/**
 * The option of node that preloads `cheap-hashes.mjs` into a program that a test starts. Otherwise each account and each
 * log-in would cost a fifth of a second of a core, as it has to where passwords are guessed.
 */
export const CHEAP_HASHES: string = `--import=${pathToFileURL(`${import.meta.dirname}/cheap-hashes.mjs`)}`
