import { ConfigurationError } from '@app/core/extending'

/** Makes the error for a folder that cannot be served. The message names the folder and the problem. */
export function invalidFolder(folder: unknown, problem: string): ConfigurationError {
  const shown = folder instanceof URL ? folder.href : (JSON.stringify(folder) ?? String(folder))
  return new ConfigurationError('APP_STATIC_FOLDER', `Cannot serve ${shown}: ${problem}.`)
}
