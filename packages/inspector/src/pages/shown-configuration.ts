import { explain, type KeyPath } from '@app/config'
import type { Application } from '@app/core'
import { MASK } from '@app/core/development'
import type { InspectorSettings } from '../inspector-options.ts'
import type { Masks } from '../masks.ts'
import { originLink } from './editor-link.ts'
import { plainText } from './plain-data.ts'

/** A value of the configuration, with all layers that have set it. */
export interface ShownPart {
  readonly path: KeyPath
  /** The layer that counts comes first. */
  readonly layers: readonly ShownLayer[]
}

/** What one source says of a value. */
export interface ShownLayer {
  readonly value: string
  readonly origin?: string
  readonly link?: string
  /** The variable of the environment that it was asked from. */
  readonly variable?: string
}

/** The merged configuration of an application; `undefined` for one that is put together in code. */
export async function shownConfiguration(
  application: Application,
  { editor, showSecrets }: InspectorSettings,
  masks: Masks,
): Promise<readonly ShownPart[] | undefined> {
  const config = await configurationOf(application)
  if (config === undefined) return undefined
  return partsOf(config).map(({ path, value, origin, env, overridden = [] }) => {
    const key = path.map(String).join('.')
    const layer = (given: unknown, from: string | undefined, variable: string | undefined): ShownLayer => {
      const link = originLink(editor, from)
      const isHidden = !showSecrets && variable !== undefined && typeof given !== 'boolean' && given !== null
      return {
        value: isHidden ? MASK : valueText(key, given, masks),
        ...(from !== undefined && { origin: from }),
        ...(link !== undefined && { link }),
        ...(variable !== undefined && { variable }),
      }
    }
    const variable = env?.isSet === true ? env.variable : undefined
    const layers = [
      layer(value, origin?.name, variable),
      ...overridden.map((earlier) => layer(earlier.value, earlier.origin.name, earlier.variable)),
    ]
    return { path: path.map((part) => (typeof part === 'string' ? masks.text(part) : part)), layers }
  })
}

/** The configuration in the container of an application; `undefined` where there is none. */
export async function configurationOf(application: Application): Promise<object | undefined> {
  try {
    const container = application.getContainer()
    const config: unknown = container.has('config') ? await container.get('config') : undefined
    return typeof config === 'object' && config !== null ? config : undefined
  } catch {
    return undefined
  }
}

type Part = Omit<ReturnType<typeof explain>[number], 'origin'> &
  Partial<Pick<ReturnType<typeof explain>[number], 'origin'>>

/** A configuration that `@app/config` has not made has values without origins. */
function partsOf(config: object): readonly Part[] {
  try {
    return explain(config)
  } catch {
    return Object.entries(config).map(([key, value]) => ({ path: [key], value }))
  }
}

/** Any key above that is called like a secret hides a text or a number; in doubt it is hidden. */
function valueText(key: string, value: unknown, masks: Masks): string {
  if (typeof value === 'string') return JSON.stringify(masks.value(key, value))
  if (typeof value === 'number') return masks.value(key, String(value))
  if (typeof value === 'boolean' || value === null || value === undefined) return String(value)
  return Array.isArray(value) && value.length === 0 ? 'an empty list' : plainText(value)
}
