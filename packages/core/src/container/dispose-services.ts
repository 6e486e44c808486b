import type { Container } from './container.ts'

/**
 * Disposes of a container that knows how; gives whether that went well and in time. What went wrong is logged.
 */
export async function disposeServices(container: Container | undefined, graceMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The services were not disposed of within ${graceMs} ms`)), graceMs)
  })
  try {
    await Promise.race([dispose(container), late])
    return true
  } catch (error) {
    console.error(error)
    return false
  } finally {
    clearTimeout(timer)
  }
}

async function dispose(container: object | undefined): Promise<void> {
  if (container === undefined) return
  for (const name of [Symbol.asyncDispose, 'dispose', Symbol.dispose]) {
    const method: unknown = name && Reflect.get(container, name)
    if (typeof method !== 'function') continue
    await method.call(container)
    return
  }
}
