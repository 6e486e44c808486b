import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Registry } from '../registry/start.ts'

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
 * The environment variables for any package manager. Some package managers read no npmrc, and get the registry by
 * variables. HTTPS requests to hosts other than loopback fail.
 */
export function anyClientEnvironment({ url, npmrc }: Registry, folder: string): NodeJS.ProcessEnv {
  const nobody = 'http://127.0.0.1:9'
  return {
    ...clientEnvironment(npmrc, folder),
    ...{ https_proxy: nobody, HTTPS_PROXY: nobody, no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1' },
    // The variables of yarn 1 and bun.
    npm_config_registry: url,
    YARN_REGISTRY: url,
    BUN_INSTALL_CACHE_DIR: join(folder, 'bun'),
    // The variables of yarn 4. `YARN_ENABLE_IMMUTABLE_INSTALLS` permits yarn to write a lock file, which it would
    // refuse since the variable `CI` is set.
    YARN_NPM_REGISTRY_SERVER: url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_ENABLE_TELEMETRY: '0',
    YARN_ENABLE_IMMUTABLE_INSTALLS: '0',
    YARN_NPM_MINIMAL_AGE_GATE: '0',
  }
}
