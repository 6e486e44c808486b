import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The module with the list of providers, where the application has one. */
export function configFile(root: string): string | undefined {
  return ['ts', 'mts', 'js', 'mjs']
    .map((extension) => join(root, `config/config.${extension}`))
    .find((path) => existsSync(path))
}
