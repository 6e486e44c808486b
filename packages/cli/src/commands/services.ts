import type { Dependencies } from '@app/core'
import { loadApplication } from '../application/load-application.ts'
import { KINDS, SECTIONS, sectionsWith } from '../check/hidden-services.ts'
import type { CommonOptions } from '../command.ts'
import { configurationOf, originOf } from '../configuration/config-parts.ts'
import { type NameOrigin, originNames } from '../configuration/provider-list.ts'
import { originColumn } from '../output/origins.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

/**
 * Lists the services that the configuration names. Abstract factories are listed, but not the services that they make:
 * an abstract factory makes a service for any name that it accepts, so there is no list of these names.
 */
export async function services(terminal: Terminal, { app, json }: CommonOptions): Promise<void> {
  const loaded = await loadApplication(app)
  const rows = listServices(await configurationOf(loaded), originNames(loaded.root))
  if (json) return terminal.printJson(rows)
  if (rows.length === 0) return terminal.print('The configuration names no services.')
  const { header, texts } = originColumn(rows.map(({ origin }) => origin))
  printTable(
    terminal,
    ['NAME', 'KIND', 'SHARED', header],
    rows.map(({ name, kind, target, delegators, isShared, hiddenBy }, at) => [
      name,
      kind +
        (target === undefined ? '' : ` of ${target}`) +
        (delegators === 0 ? '' : `, delegated (${delegators})`) +
        (hiddenBy === undefined ? '' : `, hidden by the ${hiddenBy}`),
      isShared ? 'yes' : 'no',
      texts[at] ?? '',
    ]),
  )
}

interface ListedService {
  readonly name: string
  readonly kind: 'value' | 'factory' | 'invokable' | 'alias' | 'abstract'
  /** The name that an alias stands for: a service, or another alias. */
  readonly target?: string
  /** The number of delegators, which are functions that wrap the creation of the service. */
  readonly delegators: number
  readonly isShared: boolean
  /** The kind of another entry with the same name, which counts in place of this one. */
  readonly hiddenBy?: ListedService['kind']
  readonly origin?: string
}

function listServices(config: object, nameOrigin: NameOrigin): readonly ListedService[] {
  const { dependencies = {} } = config as { readonly dependencies?: Dependencies }
  const isShared = (name: string) => dependencies.shared?.[name] ?? dependencies.shared_by_default ?? true
  const from = (...path: (string | number)[]) => {
    const origin = originOf(config, ['dependencies', ...path])
    return origin === undefined ? {} : { origin: nameOrigin(origin) }
  }
  const named = SECTIONS.flatMap((section) =>
    Object.entries(dependencies[section] ?? {}).map(([name, value]): ListedService => {
      const kind = KINDS[section]
      const delegators = dependencies.delegators?.[name]?.length ?? 0
      const target = kind === 'alias' ? { target: value as string } : {}
      const [counts = section] = sectionsWith(name, dependencies)
      const hiddenBy = counts === section ? {} : { hiddenBy: KINDS[counts] }
      return { name, kind, ...target, delegators, isShared: isShared(name), ...hiddenBy, ...from(section, name) }
    }),
  )
  const abstract = (dependencies.abstract_factories ?? []).map((factory, index): ListedService => {
    const name = factory.constructor?.name ?? 'Object'
    const isShared = dependencies.shared_by_default ?? true
    return { name: `(${name})`, kind: 'abstract', delegators: 0, isShared, ...from('abstract_factories', index) }
  })
  return [...named.sort((a, b) => (a.name < b.name ? -1 : 1)), ...abstract]
}
