import { arrowsIn, FLOORS, folderOf } from './floors.ts'
import { packagesImportedBy, type SourcePackage } from './imports.ts'

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
 * Draws rows of names, the highest row first, each with its number, counted from 0 at the bottom. After each name stand
 * the names that it imports, as `targetsOf` gives them.
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
