import { readdirSync, statSync } from 'node:fs'

/** What a folder may hold and still count as empty. */
const NOTHING = new Set(['.git', '.DS_Store'])

/** Why a folder cannot be written to; `undefined` for one that is empty, or not there. */
export function refuseFolder(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isDirectory()) return `${folder} is a file. Name another folder.`
  const entries = readdirSync(folder).filter((entry) => !NOTHING.has(entry))
  if (entries.length === 0) return undefined
  const some = entries.slice(0, 3).join(', ') + (entries.length > 3 ? ', …' : '')
  return `${folder} is not empty: it holds ${some}. Nothing is ever overwritten, with --force neither. Name another folder.`
}
