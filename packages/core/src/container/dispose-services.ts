import type { Container } from './container.ts'
import type { ServiceReport } from './start-services.ts'

/**
 * Disposes of containers that know how, the last first; gives whether that went well and in time. What went wrong is
 * logged, and the others still have their turn.
 */
export async function disposeServices(
  containers: Iterable<Container>,
  graceMs: number,
  report?: ServiceReport,
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      console.error(new Error(`The services were not disposed of within ${graceMs} ms`))
      resolve(false)
    }, graceMs)
  })
  const isGood = await Promise.race([disposeEach([...containers].reverse(), report), late])
  clearTimeout(timer)
  return isGood
}

async function disposeEach(containers: readonly Container[], report: ServiceReport | undefined): Promise<boolean> {
  let isGood = true
  for (const container of containers) {
    try {
      await dispose(container, report)
    } catch (error) {
      console.error(error)
      isGood = false
    }
  }
  return isGood
}

async function dispose(container: Container, report: ServiceReport | undefined): Promise<void> {
  for (const name of [Symbol.asyncDispose, 'dispose', Symbol.dispose]) {
    const method: unknown = name && Reflect.get(container, name)
    if (typeof method !== 'function') continue
    await method.call(container, report)
    return
  }
}
