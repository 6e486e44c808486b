import { explain, type KeyPath } from '@app/config'
import type { Application } from '@app/core'
import { isSecretPath, MASK } from '@app/development'
import type { InspectorSettings } from '../inspector-options.ts'
import type { Masks } from '../masks.ts'
import { originLink } from './editor-link.ts'
import { plainText } from './plain-data.ts'

/** A value of the configuration, with all layers that have set it. */
export interface ShownPart {
  readonly path: KeyPath
  /** All layers that set the value; the first is the layer whose value is in effect. */
  readonly layers: readonly ShownLayer[]
}

/** The value that one source of the configuration sets. */
export interface ShownLayer {
  readonly value: string
  readonly origin?: string
  readonly link?: string
  /** The environment variable that the value comes from. */
  readonly variable?: string
}

/** Returns the merged configuration of an application; `undefined` for an application that is put together in code. */
export async function shownConfiguration(
  application: Application,
  { editor, showSecrets }: InspectorSettings,
  masks: Masks,
): Promise<readonly ShownPart[] | undefined> {
  const config = await configurationOf(application)
  if (config === undefined) return undefined
  return partsOf(config).map(({ path, value, origin, env, overridden = [] }) => {
    const isSecret = !showSecrets && isSecretPath(path)
    const layer = (given: unknown, from: string | undefined, variable: string | undefined): ShownLayer => {
      const link = originLink(editor, from)
      const isHidden = isSecret || (!showSecrets && variable !== undefined)
      return {
        value: isHidden && !isOpen(given) ? MASK : valueText(given, masks),
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

/**
 * Returns the configuration in the container of an application; `undefined` for an application without a configuration.
 */
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

/**
 * Returns the values of a configuration, with their origins. If `@app/config` has not made the configuration, returns
 * only the sections, without origins.
 */
function partsOf(config: object): readonly Part[] {
  try {
    return explain(config)
  } catch {
    return Object.entries(config).map(([key, value]) => ({ path: [key], value }))
  }
}

/** Checks whether a value cannot be a secret, such as `true`, `null`, an empty string or a function. */
function isOpen(value: unknown): boolean {
  if (typeof value === 'object') return value === null || Object.keys(value).length === 0
  return value === '' || value === undefined || typeof value === 'boolean' || typeof value === 'function'
}

function valueText(value: unknown, masks: Masks): string {
  if (typeof value === 'string') return JSON.stringify(masks.text(value))
  if (['number', 'boolean', 'undefined'].includes(typeof value) || value === null) return String(value)
  return Array.isArray(value) && value.length === 0 ? 'an empty list' : plainText(value)
}
