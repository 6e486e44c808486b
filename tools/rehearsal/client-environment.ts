import { join } from 'node:path'

/**
 * The environment of somebody who knows one registry only, whose caches are empty and end with the folder.
 *
 * Nothing of the npm or pnpm that started us is in it. pnpm's minimum age of a release is off, as ours are seconds old.
 */
export function clientEnvironment(npmrc: string, folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^p?npm_/i.test(name))
  return {
    ...Object.fromEntries(kept),
    npm_config_userconfig: npmrc,
    npm_config_cache: join(folder, 'npm'),
    pnpm_config_store_dir: join(folder, 'store'),
    pnpm_config_cache_dir: join(folder, 'pnpm'),
    pnpm_config_state_dir: join(folder, 'state'),
    pnpm_config_minimum_release_age: '0',
  }
}
