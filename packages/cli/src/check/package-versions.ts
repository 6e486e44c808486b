import { addDependencyCommand, detectPackageManager } from 'nypm'
import semver from 'semver'
import { commonRange, type Need, type PluggedIn } from '../application/plugged-in.ts'
import type { Problem } from './problem.ts'

/** A package that needs another one of ours. */
interface Asking {
  readonly by: PluggedIn
  readonly need: Need
}

/** The packages of ours that others were not made for, each with the versions that would fit all of them. */
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
      ? ['No version fits all that need it, since there are also:', ...all.filter(({ need }) => need.fits).map(lineOf)]
      : []),
    common === undefined
      ? `So ${update}, or do without them.`
      : `${name} ${common} fits all that need it: ${install(`${name}@${common}`)}. Or ${update}.`,
  ].join('\n')
}

function lineOf({ by, need }: Asking): string {
  return `  ${`${by.name} ${by.version}`.trim()} asks for ${need.range}`
}
