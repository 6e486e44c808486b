import type { RouterInterface } from '@app/core'

/** The routers that the suite runs with, by the last part of their package's name. */
export const ROUTERS = ['find-my-way', 'trouter', 'rou3'] as const

/** Makes the router of a package. */
export async function createRouter(name: string): Promise<RouterInterface> {
  const exported = Object.values((await import(`@app/router-${name}`)) as Record<string, unknown>)
  const Router = exported.find((value) => typeof value === 'function') as new () => RouterInterface
  return new Router()
}
