import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setUpBuild } from './builds.mjs'

const PEERS = join(import.meta.dirname, 'peers')

/** The servers without a framework: the plain one, which all peers are compared with, and variants of it. */
export const YARDSTICKS = ['plain', 'plain-async', 'tuned']

/**
 * The peers of a run, each with its name and file: those that `--peers` names, or all, and in any case the servers
 * without a framework.
 *
 * The name `ours-rou3@before` stands for the peer `ours-rou3` with the build of `--ours before=folder`; a build that no
 * name mentions runs with the peer `ours-find-my-way`. The plain server runs twice, since the difference between two
 * copies of one program shows how exact the measurement is.
 */
export function choosePeers({ peers, ours = [], set }) {
  if (set !== undefined) return peersOfSet(set, peers)
  const builds = new Map(ours.map(setUpBuild).map((build) => [build.name, build.peers]))
  const all = readdirSync(PEERS).map((file) => file.replace('.mjs', ''))
  const names = peers?.split(',') ?? all
  const asked = names.map((name) => name.split('@')[1])
  const others = [...builds.keys()]
    .filter((build) => !asked.includes(build))
    .map((build) => `ours-find-my-way@${build}`)
  const rest = [...names, ...others].filter((name) => !YARDSTICKS.includes(name))
  return [
    { name: 'plain', file: join(PEERS, 'plain.mjs') },
    { name: 'plain, again', file: join(PEERS, 'plain.mjs') },
    ...[...YARDSTICKS.slice(1), ...rest].map((name) => ({ name, file: fileOf(name, builds) })),
  ]
}

/**
 * The peers of one set of cases, which is a folder beside this file, such as `stack` (the usual stack of middleware):
 * all servers in it, or those that `--peers` names. The plain server of the set always runs, twice.
 */
function peersOfSet(set, peers) {
  const folder = join(import.meta.dirname, set)
  const all = readdirSync(folder).map((file) => file.replace('.mjs', ''))
  const names = peers?.split(',') ?? all
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`There is no peer "${unknown}" in ${set}/: choose from ${all}`)
  const twice = ['plain', 'plain, again'].map((name) => ({ name, file: join(folder, 'plain.mjs') }))
  const others = names.filter((name) => name !== 'plain')
  return [...twice, ...others.map((name) => ({ name, file: join(folder, `${name}.mjs`) }))]
}

function fileOf(name, builds) {
  const [peer, build] = name.split('@')
  const folder = build === undefined ? PEERS : builds.get(build)
  if (folder === undefined) throw new Error(`There is no build "${build}"; give it by --ours ${build}=folder`)
  const file = join(folder, `${peer}.mjs`)
  if (!existsSync(file)) throw new Error(`There is no peer "${peer}": choose from ${readdirSync(folder).join(' ')}`)
  return file
}
