import { access, constants, stat } from 'node:fs/promises'
import { ConfigFileError } from './config-file-error.ts'
import type { FileOrigin } from './origin.ts'

/** In bytes. Configuration is written by hand; what is larger was put there by mistake. */
const MAX_SIZE = 10 * 1024 * 1024

/** Refuses what cannot be read as a file, before anything waits on a pipe or takes in a disk image. */
export async function assertRegularFile(origin: FileOrigin): Promise<void> {
  const stats = await stat(origin.file).catch((cause: unknown) => {
    throw ConfigFileError.unreadable(origin, cause)
  })
  if (!stats.isFile()) throw ConfigFileError.notAFile(origin)
  if (stats.size > MAX_SIZE) throw ConfigFileError.tooLarge(origin, stats.size, MAX_SIZE)
  await access(origin.file, constants.R_OK).catch((cause: unknown) => {
    throw ConfigFileError.unreadable(origin, cause)
  })
}
