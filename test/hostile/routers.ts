import type { RouterInterface } from '@app/core'

/** The routers with which the tests of this folder run, by the last part of the name of their package. */
export const ROUTERS = ['find-my-way', 'trouter', 'rou3'] as const

/** Makes the router of the package whose name ends in `name`. */
export async function createRouter(name: string): Promise<RouterInterface> {
  const exported = Object.values((await import(`@app/router-${name}`)) as Record<string, unknown>)
  const Router = exported.find((value) => typeof value === 'function') as new () => RouterInterface
  return new Router()
}
