import { UNRELEASED } from './compatibility/last-release.ts'
import { EXPERIMENTAL } from './experimental.ts'
import { type Manifest, type SourcePackage, sourcePackages } from './imports.ts'

/**
 * The public packages of a work tree as a table: for each package its description, its version, the packages of ours
 * that it needs, and the Node that it needs.
 */
export function drawPackages(root: string): string {
  const packages = sourcePackages(root)
    .filter(({ manifest }) => !manifest.private)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const versions = new Map(packages.map(({ name, manifest }) => [name, manifest.version ?? UNRELEASED]))
  return drawTable([
    ['package', 'what it is', 'version', 'needs of ours', 'Node'],
    ...packages.map((owner) => [
      `[\`${owner.name}\`](../packages/${owner.name.replace('@app/', '')})`,
      `${owner.manifest.description}${EXPERIMENTAL.includes(owner.name) ? ' Experimental.' : ''}`,
      shownVersion(versions.get(owner.name)),
      neededBy(owner, versions).join(', '),
      (owner.manifest.engines?.node ?? '').replaceAll('|', '\\|'),
    ]),
  ])
}

function shownVersion(version: string = UNRELEASED): string {
  return version === UNRELEASED ? '—' : version
}

/**
 * The packages of ours that a package needs, each with its range as pnpm packs it: `workspace:^` becomes a caret with
 * the version of the work tree.
 */
function neededBy({ manifest }: SourcePackage, versions: ReadonlyMap<string, string>): readonly string[] {
  return Object.keys(needsOf(manifest)).flatMap((name) => {
    const version = versions.get(name)
    if (version === undefined) return []
    return version === UNRELEASED ? [name] : [`${name} ^${version}`]
  })
}

function needsOf({ dependencies, peerDependencies }: Manifest): Readonly<Record<string, string>> {
  return { ...peerDependencies, ...dependencies }
}

/** Returns a table in Markdown with aligned columns; the first row is its head. */
export function drawTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const [head = [], ...body] = rows.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))))
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}
