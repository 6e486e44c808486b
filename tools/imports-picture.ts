import { relative } from 'node:path'
import { arrowsIn, arrowsUp, FLOORS, folderOf } from './floors.ts'
import { circlesIn, namesAt, packagesImportedBy, type SourcePackage, sourceOf } from './imports.ts'

/**
 * The picture of the architecture, drawn from the imports of the sources: the packages, each above those that it
 * imports, and the floors of the large packages. The picture shows only the structure, so that it seldom has to be
 * drawn anew.
 */
export function drawImports(packages: readonly SourcePackage[]): string {
  return [
    'packages: each imports from those below',
    '',
    ...drawPackages(packages),
    ...largePackages(packages).flatMap((owner) => [
      '',
      `folders of ${owner.name}, floor by floor: each imports from its own floor and from those below`,
      '',
      ...drawFloors(owner),
    ]),
  ].join('\n')
}

function largePackages(packages: readonly SourcePackage[]): readonly SourcePackage[] {
  return packages.filter(({ name }) => name in FLOORS)
}

function drawPackages(packages: readonly SourcePackage[]): readonly string[] {
  const below = new Map(packages.map((owner) => [owner.name, ownPackagesOf(owner)]))
  const levelOf = (name: string): number => 1 + Math.max(-1, ...(below.get(name) ?? []).map(levelOf))
  const levels = [...new Set(packages.map(({ name }) => levelOf(name)))].sort((a, b) => b - a)
  return drawRows(
    levels.map((level) => packages.filter(({ name }) => levelOf(name) === level).map(({ name }) => name)),
    (name) => below.get(name) ?? [],
    shortName,
  )
}

function ownPackagesOf(owner: SourcePackage): readonly string[] {
  const names = new Set(owner.files.flatMap((file) => packagesImportedBy(owner, file)))
  return [...names].filter((name) => name.startsWith('@app/') && name !== owner.name).sort()
}

function shortName(name: string): string {
  return name.replace('@app/', '')
}

function drawFloors(owner: SourcePackage): readonly string[] {
  const below = Map.groupBy(arrowsIn(owner), ({ file }) => folderOf(file))
  const floors = FLOORS[owner.name] ?? []
  const order = floors.flat()
  return drawRows(floors, (folder) => {
    const targets = new Set(below.get(folder)?.map(({ target }) => folderOf(target)))
    return order.filter((target) => targets.has(target) && target !== folder)
  })
}

/**
 * Draws rows of names, the highest row first, each with its number, counted from 0 at the bottom. Behind each name
 * stand the names that it imports, as `targetsOf` gives them.
 */
function drawRows(
  rows: readonly (readonly string[])[],
  targetsOf: (name: string) => readonly string[],
  shown: (name: string) => string = String,
): readonly string[] {
  const width = Math.max(...rows.flat().map((name) => shown(name).length))
  return rows.flatMap((row, index) =>
    row.map((name, place) => {
      const number = place === 0 ? String(rows.length - 1 - index) : ''
      const targets = targetsOf(name).map(shown).join(' ')
      return `${number.padStart(2)} │ ${targets ? `${shown(name).padEnd(width)} → ${targets}` : shown(name)}`
    }),
  )
}

/**
 * A table of the files and lines of each package, and the number of imports between the folders of large packages.
 * These figures are printed, but not written to a page, since they change with every commit.
 */
export function figures(packages: readonly SourcePackage[]): string {
  const rows = packages.map((owner) => {
    const sizes = owner.files
      .map((file) => ({ file: relative('src', file), lines: sourceOf(owner, file).split('\n').length - 1 }))
      .sort((a, b) => a.lines - b.lines)
    const total = sizes.reduce((sum, { lines }) => sum + lines, 0)
    const longest = sizes.at(-1)
    const median = sizes[Math.floor(sizes.length / 2)]?.lines ?? 0
    return [shortName(owner.name), sizes.length, total, median, `${longest?.lines} ${longest?.file}`].map(String)
  })
  return [
    ...[['package', 'files', 'lines', 'median', 'longest file'], ...rows].map(
      ([name = '', files = '', lines = '', median = '', longest = '']) =>
        `${name.padEnd(20)}${files.padStart(6)}${lines.padStart(8)}${median.padStart(8)}  ${longest}`,
    ),
    '',
    ...largePackages(packages).map(floorFigures),
    `import cycles between files: ${packages.flatMap(circlesIn).length}`,
  ].join('\n')
}

function floorFigures(owner: SourcePackage): string {
  const between = arrowsIn(owner).filter(({ file, target }) => folderOf(file) !== folderOf(target))
  const pairs = new Set(between.map(({ file, target }) => `${folderOf(file)} ${folderOf(target)}`))
  return (
    `${shortName(owner.name)}: ${between.length} imports between folders, on ${pairs.size} pairs; ` +
    `${arrowsUp(owner).length} of them to a higher floor; ` +
    `${namesAt(owner, 'index').length} names at the main entry point`
  )
}
