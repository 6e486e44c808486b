import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The environment variables of a user whose settings of npm are in the file `npmrc`, and whose home and caches are
 * empty folders inside of `folder`. The variables of the npm or pnpm that started this program are left out. pnpm's
 * minimum age of releases is switched off, since our releases are seconds old.
 */
export function clientEnvironment(npmrc: string, folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:p?npm|yarn|bun)_/i.test(name))
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    npm_config_userconfig: npmrc,
    npm_config_cache: join(folder, 'npm'),
    pnpm_config_store_dir: join(folder, 'store'),
    pnpm_config_cache_dir: join(folder, 'pnpm'),
    pnpm_config_state_dir: join(folder, 'state'),
    pnpm_config_minimum_release_age: '0',
  }
}

/**
 * The settings of a user of yarn whose packages come from a registry and are installed into `node_modules`. Yarn reads
 * no npmrc, and has a minimum age of releases as well.
 */
export function yarnSettings(registry: string): NodeJS.ProcessEnv {
  return {
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname,
    YARN_NODE_LINKER: 'node-modules',
    YARN_NPM_MINIMAL_AGE_GATE: '0',
  }
}
