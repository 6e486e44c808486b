import type { Container } from '../container/container.ts'
import { findManifest, findPackage, importPackage } from './installed-package.ts'

/** The container of an application that was given none: an empty one where `@app/container-factory` is installed. */
export async function defaultContainer(from?: string | URL): Promise<Container | undefined> {
  const root = findManifest(from)
  const found = root && findPackage('@app/container-factory', root)
  if (!found) return undefined
  const { createContainer } = await importPackage(found)
  return (createContainer as (config: object) => Container)({})
}
