/**
 * Gives the result of a task. Rejects with an `Error` if the task takes longer than the given milliseconds; the task
 * itself is not stopped.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`The store took more than ${ms} ms.`)
    timer = setTimeout(() => reject(error), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
