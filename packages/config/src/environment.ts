import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as util from 'node:util'
import { modeOf } from '@app/checks'
import { readText } from './read-text.ts'
import { EnvironmentError, parseEnv } from './read-variable.ts'

/** Environment variables, by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The environment for which the configuration is loaded, such as production, and the environment variables. */
export interface Environment {
  /** The name: `production`, `test` or any other word; undefined if no variable sets the environment. */
  readonly name: string | undefined
  /** True if the files that belong to this machine are loaded: `local` and `*.local` of `autoload()`, and `.env`. */
  readonly hasLocal: boolean
  readonly variables: Variables
}

/**
 * Reads the environment from the given variables. Without given variables, it reads the variables of the process; names
 * that the process does not have are read from the file `.env` in the root.
 *
 * The name of the environment is `APP_ENV`, else `NODE_ENV`, else `test` under `node --test`. Files that belong to one machine (`.env`, and the files
 * `local` and `*.local` of `autoload()`) are left out in the environment `test`, unless `APP_LOCAL` is true, and in
 * every environment if `APP_LOCAL` is false. Throws `EnvironmentError` if `APP_LOCAL` is not a boolean, and
 * `ConfigFileError` if `.env` is not UTF-8.
 */
export function environmentOf(root: string, given?: Variables): Environment {
  const own = given ?? process.env
  const variables = given === undefined && hasLocal(own) ? { ...readEnvFile(root), ...own } : own
  return { name: nameOf(variables), hasLocal: hasLocal(variables), variables }
}

function nameOf(variables: Variables): string | undefined {
  return variables.APP_ENV || modeOf(variables)
}

function hasLocal(variables: Variables): boolean {
  const { APP_LOCAL } = variables
  if (!APP_LOCAL) return nameOf(variables) !== 'test'
  const value = parseEnv('boolean', APP_LOCAL)
  if (typeof value === 'boolean') return value
  const origin = { name: 'the environment' }
  throw new EnvironmentError([{ variable: 'APP_LOCAL', reason: 'ill-formed', type: 'boolean', path: [], origin }])
}

function readEnvFile(root: string): Variables {
  const file = join(root, '.env')
  return existsSync(file) ? util.parseEnv(readText(file)) : {}
}
