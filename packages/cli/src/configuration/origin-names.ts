import { readFileSync } from 'node:fs'
import { configFile } from './config-file.ts'
import { importedProviders, parseProviderModule } from './provider-list.ts'

/** Gives an origin the name that a person knows. */
export type NameOrigin = (origin: string) => string

const SOURCE = /^\S+ \(source (\d+)\)$/

/**
 * Names the package that a provider is from: `configProvider (source 2)` is `@app/static (source 2)` where the second of
 * the list in config/config.ts is imported from there.
 */
export function originNames(root: string): NameOrigin {
  const file = configFile(root)
  const module = file === undefined ? undefined : parseProviderModule(readFileSync(file, 'utf8'))
  if (!module) return (origin) => origin
  const packages = new Map(importedProviders(module))
  return (origin) => {
    const number = SOURCE.exec(origin)?.[1]
    const name = module.list.elements?.[Number(number) - 1]?.name
    const from = name === undefined ? undefined : packages.get(name)
    return from === undefined ? origin : `${from} (source ${number})`
  }
}
