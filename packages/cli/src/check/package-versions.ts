import { addDependencyCommand, detectPackageManager } from 'nypm'
import semver from 'semver'
import { shortPath } from '../application/find-application.ts'
import { findPackage, type InstalledPackage, needsOf, readManifest } from '../application/packages.ts'
import { commonRange, type Need, type PluggedIn } from '../application/plugged-in.ts'
import type { Problem } from '../command.ts'

/** A package, and one of the packages that it needs: of `@app`, or of others that need these. */
interface Asking {
  readonly by: PluggedIn
  readonly need: Need
}

/**
 * Returns a problem for each package of `@app`, or of others that need these, whose installed version is outside of the range that some package asks
 * for. The problem names the versions that would fit all packages that need it, or says that no version would.
 */
export async function packageVersions(root: string, packages: readonly PluggedIn[]): Promise<readonly Problem[]> {
  const byCopy = new Map<string, Asking[]>()
  for (const by of packages) {
    for (const need of by.needs) byCopy.set(need.folder, [...(byCopy.get(need.folder) ?? []), { by, need }])
  }
  const wrong = [...byCopy.values()].filter((all) => all.some(({ need }) => !need.fits))
  if (wrong.length === 0) return []
  const packageManager = (await detectPackageManager(root))?.name ?? 'npm'
  return wrong.map((all) => {
    return { kind: 'versions', message: messageOf(all, (wanted) => addDependencyCommand(packageManager, wanted)) }
  })
}

function messageOf(all: readonly Asking[], install: (wanted: string) => string): string {
  const refusing = all.filter(({ need }) => !need.fits)
  const { name = '', installed = '' } = refusing[0]?.need ?? {}
  const common = commonRange(all.map(({ need }) => need.range))
  const update = `take versions of ${refusing.map(({ by }) => by.name).join(', ')} for ${name} ${semver.major(installed)}`
  return [
    `${name} ${installed} is installed, and is not what these packages were made for:`,
    ...refusing.map(lineOf),
    ...(common === undefined
      ? [
          'No version fits all packages that need it, since these are installed too:',
          ...all.filter(({ need }) => need.fits).map(lineOf),
        ]
      : []),
    common === undefined
      ? `So ${update}, or remove these packages.`
      : `${name} ${common} fits all that need it: ${install(`${name}@${common}`)}. Or ${update}.`,
  ].join('\n')
}

function lineOf({ by, need }: Asking): string {
  return `  ${`${by.name} ${by.version}`.trim()} asks for ${need.range}`
}

/**
 * The packages of which an application may have only one copy. The value is the advice for an application that has
 * several.
 */
const SINGLE: Readonly<Record<string, string>> = {
  '@app/core':
    'Use one version for all: packages need it as a peer dependency, never as a dependency. Then install again, or run npm dedupe.',
  '@app/router':
    'Use one version for all: update the packages that need the older one. Then install again, or run npm dedupe.',
}

/**
 * Returns a problem if an application would load several copies of `@app/core`, and one if it would load several of
 * `@app/router`.
 */
export function packageCopies(root: string, packages: readonly InstalledPackage[]): readonly Problem[] {
  return Object.entries(SINGLE).flatMap(([name, advice]) => {
    const copies = copiesOf(name, packages)
    if (copies.size < 2) return []
    const texts = Array.from(copies, ([folder, users]) => {
      return `${readManifest(folder).version ?? ''} in ${shortPath(folder, root)} (for ${users.join(', ')})`.trim()
    })
    return [
      { kind: 'copies', message: `There are ${copies.size} copies of ${name}: ${texts.join(' and ')}.\n${advice}` },
    ]
  })
}

/** Returns the folder of each copy of a package, with the names of the packages that load this copy. */
function copiesOf(name: string, packages: readonly InstalledPackage[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const { folder, manifest, isApplication } of packages) {
    if (!(name in needsOf(manifest))) continue
    const copy = findPackage(name, folder)
    if (copy === undefined) continue
    const user = isApplication ? 'the application' : (manifest.name ?? folder)
    users.set(copy, [...(users.get(copy) ?? []), user])
  }
  return users
}
