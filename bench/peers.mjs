import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setUpBuild } from './builds.mjs'

const PEERS = join(import.meta.dirname, 'peers')

/** The servers without a framework: the measure, and what else can be had. */
export const YARDSTICKS = ['plain', 'plain-optimized', 'plain-async', 'tuned']

/**
 * The peers of a run as name and file: those that `--peers` names, else all, and the yardsticks in any case.
 *
 * `ours-rou3@before` is that peer with the build of `--ours before=folder`; a build that no name asks for is taken with
 * find-my-way. The plain server comes twice, since two copies of one program show the noise.
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

/** The peers of a set, such as the usual stack, whose measure is the same by hand. */
function peersOfSet(set, peers) {
  const folder = join(import.meta.dirname, set)
  const all = readdirSync(folder).map((file) => file.replace('.mjs', ''))
  const names = peers?.split(',') ?? all
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`There is no peer "${unknown}" in ${set}/; those that are there: ${all}`)
  const twice = ['plain', 'plain, again'].map((name) => ({ name, file: join(folder, 'plain.mjs') }))
  const others = names.filter((name) => name !== 'plain')
  return [...twice, ...others.map((name) => ({ name, file: join(folder, `${name}.mjs`) }))]
}

function fileOf(name, builds) {
  const [peer, build] = name.split('@')
  const folder = build === undefined ? PEERS : builds.get(build)
  if (folder === undefined) throw new Error(`There is no build "${build}"; give it by --ours ${build}=folder`)
  const file = join(folder, `${peer}.mjs`)
  if (!existsSync(file))
    throw new Error(`There is no peer "${peer}"; those that are there: ${readdirSync(folder).join(' ')}`)
  return file
}
