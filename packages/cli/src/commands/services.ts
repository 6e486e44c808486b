import type { Dependencies } from '@app/core'
import { injectedIn, planOf } from '@app/core/internal'
import { type LoadedApplication, loadApplication } from '../application/load-application.ts'
import { KINDS, SECTIONS, sectionsWith } from '../check/hidden-services.ts'
import type { CommonOptions } from '../command.ts'
import { configurationOf, originOf } from '../configuration/config-parts.ts'
import { type NameOrigin, originNames } from '../configuration/provider-list.ts'
import { keyOf } from '../output/middleware-text.ts'
import { originColumn } from '../output/origins.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

/**
 * Lists the services that the configuration names, and the classes and functions with `inject` that stand in the
 * pipeline and in routes themselves. Abstract factories are listed, but not the services that they make:
 * an abstract factory makes a service for any name that it accepts, so there is no list of these names.
 */
export async function services(terminal: Terminal, { app, json }: CommonOptions): Promise<void> {
  const loaded = await loadApplication(app)
  const config = await configurationOf(loaded)
  const nameOrigin = originNames(loaded.root)
  const rows = [...listServices(config, nameOrigin), ...placedServices(loaded, config, nameOrigin)]
  if (json) return terminal.printJson(rows)
  if (rows.length === 0) return terminal.print('The configuration names no services.')
  const { header, texts } = originColumn(rows.map(({ origin }) => origin))
  printTable(
    terminal,
    ['NAME', 'KIND', 'SHARED', header],
    rows.map(({ name, kind, target, delegators, isShared, hiddenBy, positions = [] }, at) => [
      name,
      kind +
        (target === undefined ? '' : ` of ${target}`) +
        (delegators === 0 ? '' : `, delegated (${delegators})`) +
        (hiddenBy === undefined ? '' : `, hidden by the ${hiddenBy}`) +
        (positions.length === 0 ? '' : ` in ${positions.join(', ')}`),
      isShared ? 'yes' : 'no',
      texts[at] ?? '',
    ]),
  )
}

interface ListedService {
  readonly name: string
  readonly kind: 'value' | 'factory' | 'invokable' | 'alias' | 'abstract' | 'class' | 'function'
  /** The name that an alias stands for: a service, or another alias. */
  readonly target?: string
  /** The number of delegators, which are functions that wrap the creation of the service. */
  readonly delegators: number
  readonly isShared: boolean
  /** The kind of another entry with the same name, which counts in place of this one. */
  readonly hiddenBy?: ListedService['kind']
  readonly origin?: string
  /** The services that a class or function in the pipeline or in a route names in `inject`. */
  readonly needs?: readonly string[]
  /** Where a class or function stands in the pipeline or in routes. */
  readonly positions?: readonly string[]
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

/**
 * Lists the classes and functions with `inject` that stand in the pipeline and in routes themselves, except for those
 * that the configuration registers under a name.
 */
function placedServices(loaded: LoadedApplication, config: object, nameOrigin: NameOrigin): readonly ListedService[] {
  const { dependencies = {} } = config as { readonly dependencies?: Dependencies }
  const { factories = {}, invokables = {}, shared_by_default: isShared = true } = dependencies
  const registered = new Set<unknown>([...Object.values(factories), ...Object.values(invokables)])
  const plan = planOf(loaded.application)
  return (plan ? injectedIn(plan) : [])
    .filter(({ value }) => !registered.has(value))
    .map(({ value, from, name, positions }): ListedService => {
      const origin = positions[0]?.entry?.origin
      return {
        name,
        kind: from === 'class' ? 'class' : 'function',
        delegators: 0,
        isShared,
        ...(origin !== undefined && { origin: nameOrigin(origin) }),
        needs: value.inject,
        positions: [...new Set(positions.map(({ place, entry }) => keyOf(entry) ?? place))],
      }
    })
}
