export type { FactorStore } from './factor-store.ts'
export type { AddedFactor, NewFactor, SecondFactor, SecondFactorOptions } from './second-factors.ts'
export { secondFactor } from './second-factors.ts'
