/** Waits a random time of at most `most` milliseconds. Rejects when the signal aborts. */
export function pause(most: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, Math.random() * most)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
  })
}
