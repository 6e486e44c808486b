import type { RouterInterface } from '@app/core'

const PACKAGES = {
  'find-my-way': () => import('@app/router-find-my-way'),
  trouter: () => import('@app/router-trouter'),
  rou3: () => import('@app/router-rou3'),
} satisfies Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>

/** The routers with which the tests of this folder run, by the last part of the name of their package. */
export const ROUTERS = Object.keys(PACKAGES) as readonly (keyof typeof PACKAGES)[]

/** Makes the router of the package whose name ends in `name`. */
export async function createRouter(name: string): Promise<RouterInterface> {
  const exported: unknown[] = Object.values(await PACKAGES[name as keyof typeof PACKAGES]())
  const Router = exported.find((value) => typeof value === 'function') as new () => RouterInterface
  return new Router()
}
