import type { ServiceReport } from '../container/start-services.ts'

/** Where services that are started and disposed of are told: a line each in development, as under `app serve`. */
export function serviceLog(): ServiceReport | undefined {
  if (process.env.NODE_ENV !== 'development') return undefined
  return ({ service, event, ms }) => {
    console.log(`${event === 'started' ? 'Started' : 'Disposed of'} ${service} (${Math.round(ms)} ms)`)
  }
}
