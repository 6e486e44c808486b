import type { ServiceReport } from '../container/start-services.ts'

/** Reports started and disposed services, one line each, in development; `undefined` otherwise. */
export function serviceLog(): ServiceReport | undefined {
  if (process.env.NODE_ENV !== 'development') return undefined
  return ({ service, event, ms }) => {
    console.log(`${event === 'started' ? 'Started' : 'Disposed of'} ${service} (${Math.round(ms)} ms)`)
  }
}
