import { readdirSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, dirname } from 'node:path'

const LONGEST = 214
const PART = /^[a-z\d][a-z\d._-]*$/
/** Matches names of devices, which Windows reserves. Source: Microsoft, Naming Files, Paths, and Namespaces. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const RESERVED = new Set(['node_modules', 'favicon.ico', ...builtinModules])

/**
 * Returns the default package name for a folder: the name of the folder. If the folder above is named like a scope,
 * such as `@acme`, the scope is part of the name: `@acme/audit`.
 */
export function nameOf(folder: string): string {
  const scope = basename(dirname(folder))
  return scope.startsWith('@') ? `${scope}/${basename(folder)}` : basename(folder)
}

/** Returns the reason why a name cannot be the name of a package, with a suggestion; `undefined` for a valid name. */
export function refuseName(name: string): string | undefined {
  const reason = reasonAgainst(name)
  if (reason === undefined) return undefined
  const other = suggestion(name)
  return `"${name}" cannot be the name of a package: ${reason}.${other ? ` Choose another name: --name ${other}` : ' Choose another name: --name NAME'}`
}

function reasonAgainst(name: string): string | undefined {
  if (name.length > LONGEST) return `it has ${name.length} characters, and npm takes ${LONGEST} at most`
  if (RESERVED.has(name)) return 'the name is taken by Node or npm'
  if (DEVICE.test(basename(name))) return 'on Windows it is the name of a device, and no folder can have this name'
  const parts = name.startsWith('@') ? name.slice(1).split('/') : [name]
  if (parts.length > 2 || (name.startsWith('@') && parts.length < 2)) return 'a name with a scope is @scope/name'
  if (parts.every((part) => PART.test(part))) return undefined
  return 'a name is made of lower-case letters, digits, ".", "_" and "-", and begins with a letter or a digit'
}

function suggestion(name: string): string | undefined {
  const plain = (part: string) =>
    part
      .toLowerCase()
      .replace(/[^a-z\d]+/g, '-')
      .replace(/^-|-$/g, '')
  const parts = name.split('/').map(plain).filter(Boolean).slice(0, 2)
  const other = parts.length === 2 ? `@${parts.join('/')}` : (parts[0] ?? '')
  if (other === '') return undefined
  return [other, `my-${other}`].find((candidate) => reasonAgainst(candidate) === undefined)
}

/** The entries that are ignored: a folder that has only these is treated as empty. */
const NOTHING = new Set(['.git', '.DS_Store'])

/** Returns the reason why no project can be written to a folder; `undefined` for an empty or missing folder. */
export function refuseFolder(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isDirectory()) return `${folder} is a file. Name another folder.`
  const entries = readdirSync(folder).filter((entry) => !NOTHING.has(entry))
  if (entries.length === 0) return undefined
  const some = entries.slice(0, 3).join(', ') + (entries.length > 3 ? ', …' : '')
  return `${folder} is not empty: it has ${some}. Nothing is ever overwritten, not even with --force. Name another folder.`
}
