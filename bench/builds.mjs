import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { unpackTarballs } from './unpack-tarballs.mjs'

const BENCH = import.meta.dirname

/**
 * Sets up another build of our packages, which `--ours name=folder` gives as a folder of tarballs. Returns its name,
 * and the folder of the peers that run with it.
 *
 * The packages of the build, and copies of our peers, lie in `builds/name`, so that the copies import this build. The
 * copies find other libraries in the `node_modules` of the folder `bench`.
 */
export function setUpBuild(option) {
  const [, name, folder] = /^([\w.-]+)=(.+)$/.exec(option) ?? []
  if (name === undefined)
    throw new Error(`Write --ours name=folder, with a folder of tarballs, as in before=/tmp/before; got ${option}`)
  const target = join(BENCH, 'builds', name)
  rmSync(target, { recursive: true, force: true })
  for (const file of readdirSync(BENCH).filter((each) => /\.mjs$|^package\.json$/.test(each))) {
    cpSync(join(BENCH, file), join(target, file))
  }
  for (const file of readdirSync(join(BENCH, 'peers')).filter((each) => each.startsWith('ours-'))) {
    cpSync(join(BENCH, 'peers', file), join(target, 'peers', file))
  }
  unpackTarballs(resolve(folder), join(target, 'node_modules'))
  return { name, peers: join(target, 'peers') }
}
