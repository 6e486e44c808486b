import { ConfigurationError } from '@app/core/extending'

/** Makes the error for a manifest that cannot be used. The message names the manifest and the problem. */
export function invalidManifest(manifest: string, problem: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('APP_ASSETS', `Cannot use the manifest ${manifest}: ${problem}.`, { cause })
}
