import { spawnSync } from 'node:child_process'

/**
 * The node binaries that `--nodes` names by paths, or by majors such as `20,26`, which are installed if they are
 * missing. Default: the node that runs this program.
 */
export async function chooseNodes(option) {
  if (option === undefined) return [process.execPath]
  const names = option.split(',')
  if (names.every((name) => name.includes('/'))) return names
  const { installNodes } = await import('../tools/nodes/nodes.ts')
  const installed = installNodes()
  return names.map((name) => {
    const path = name.includes('/') ? name : installed.get(name)
    if (path === undefined)
      throw new Error(`There is no node ${name}: choose from ${[...installed.keys()].join(', ')}, or give a path`)
    return path
  })
}

export function versionOf(node) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
}
