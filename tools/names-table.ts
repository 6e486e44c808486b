import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADDED, NOT_EXPORTED } from './api/not-exported.ts'
import { sectionsIn } from './api/read-report.ts'

/** A name that a package exports. */
export interface PublicName {
  readonly name: string
  /** The module from which the name is imported, such as `@app/core/errors`. */
  readonly door: string
  readonly kind: 'function' | 'class' | 'constant' | 'type'
  /** The declaration of the name in the `api.md` of its package. */
  readonly text: string
  /** Whether the entry point only re-exports the name from another package. */
  readonly isHandedOn: boolean
}

/** All names that the packages of a work tree export, as the `api.md` of each package lists them. */
export function publicNames(root: string): readonly PublicName[] {
  return globSync('packages/*/api.md', { cwd: root })
    .sort()
    .flatMap((path) => [...sectionsIn(readFileSync(join(root, path), 'utf8'))])
    .filter(([door]) => door !== NOT_EXPORTED && !door.startsWith(ADDED))
    .flatMap(([door, names]) =>
      [...names].map(([name, text]) => {
        return { name, door, text, kind: kindOf(text), isHandedOn: text.startsWith('export {') }
      }),
    )
}

/**
 * Draws the list on docs/names.md: each entry point with its names, without those that it only re-exports from another
 * package.
 */
export function drawNames(root: string): string {
  const names = publicNames(root).filter(({ isHandedOn }) => !isHandedOn)
  const doors = [...new Set(names.map(({ door }) => door))].map((door) => {
    const ofKind = (label: string, ...kinds: readonly PublicName['kind'][]) => {
      const found = names.flatMap((one) => (one.door === door && kinds.includes(one.kind) ? `\`${one.name}\`` : []))
      return found.length === 0 ? [] : [`  - ${label}: ${found.join(', ')}`]
    }
    const lines = [
      ...ofKind('values', 'function', 'class'),
      ...ofKind('constants', 'constant'),
      ...ofKind('types', 'type'),
    ]
    return [`- \`${door}\``, ...lines].join('\n')
  })
  return doors.join('\n')
}

function kindOf(text: string): PublicName['kind'] {
  const [, word = '', name = ''] = /^(?:export )?(?:abstract )?(\w+) (\w+)/.exec(text) ?? []
  if (word === 'class' || word === 'function') return word
  return word === 'const' ? (name === name.toUpperCase() ? 'constant' : 'function') : 'type'
}
