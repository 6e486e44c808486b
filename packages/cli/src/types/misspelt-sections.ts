import { isMap, nearest } from '@app/core/extending'
import { isAskedSection } from '@app/core/internal'
import type { LoadedApplication } from '../application/load-application.ts'
import { configurationOf, originOf } from '../configuration/config-parts.ts'
import { keysOf } from './application-types.ts'

/** A key of the configuration that is probably the misspelt name of a section. */
export interface MisspeltSection {
  readonly key: string
  readonly near: string
  /** The file or provider that has the key; `undefined` if it is unknown. */
  readonly origin: string | undefined
}

/**
 * Finds the keys of a configuration that nothing reads and that are similar to a section: of the core, or of a package
 * whose service the container has. By convention, `@app/rate-limit` reads `rate_limit`. All other keys may be sections
 * of the application itself.
 */
export async function misspeltSections(loaded: LoadedApplication): Promise<readonly MisspeltSection[]> {
  const config = await configurationOf(loaded)
  const sections = [...Object.keys(CORE), ...sectionsOf(loaded.container)]
  return Object.entries(config).flatMap(([key, value]) => {
    const near = sections.includes(key) ? undefined : nearest(key, sections)
    if (near === undefined || !isMistake(key, near, value) || isAskedSection(config, key)) return []
    return [{ key, near, origin: originOf(config, [key]) }]
  })
}

/** Says what a misspelt section has for a consequence, and what to write instead. */
export function misspeltText({ key, near, origin }: MisspeltSection): string {
  const place = origin === undefined ? key : `${key} (${origin})`
  return (
    `${place}: no service reads this section, so it is not declared. Did you mean "${near}"? ` +
    'If it is your own, read it by fromSection().'
  )
}

/**
 * True if a key is certainly not a section of the application itself: a long name is seldom similar to another by
 * chance, a short one has to differ in one slip. A section of the core is also told by its content.
 */
function isMistake(key: string, near: string, value: unknown): boolean {
  const member = CORE[near]
  if (member !== undefined) return isMap(value) && (member === '' || Object.values(value).some(has(member)))
  return near.length > SHORT || isOneSlip(bare(key), bare(near))
}

/** The sections of the core, each with a key that one of its entries has. */
const CORE: Readonly<Record<string, string>> = {
  dependencies: '',
  middleware_pipeline: 'middleware',
  policies: 'pass',
  routes: 'middleware',
}

const SHORT = 8

function has(member: string): (entry: unknown) => boolean {
  return (entry) => isMap(entry) && Object.hasOwn(entry, member)
}

/** Returns the names of the sections that the services of packages read. */
function sectionsOf(container: object | undefined): readonly string[] {
  return keysOf(container).flatMap((name) => {
    const [, own] = /^@[^/]+\/([^/]+)$/.exec(name) ?? []
    return own === undefined ? [] : [own.replaceAll('-', '_')]
  })
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}

/** True if one character is missing, too many or another one, or two neighbours are swapped. */
function isOneSlip(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restOfA, restOfB] = [a.slice(at), b.slice(at)]
  return (
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    (restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && restOfA.slice(2) === restOfB.slice(2))
  )
}
