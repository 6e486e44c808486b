import { writeSync } from 'node:fs'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { readCorpus, writeCorpus } from './corpus.ts'

const ENDLESS = 60_000

/**
 * Watches the search from another thread: if the main thread begins no further text for a minute, this thread adds the
 * last text to the corpus and ends the process.
 */
export function watch(name: string): (input: string) => void {
  const worker = new Worker(import.meta.filename, { workerData: { watched: name } })
  worker.unref()
  return (input) => worker.postMessage(input)
}

if (!isMainThread && workerData?.watched !== undefined) {
  const { watched } = workerData as { readonly watched: string }
  let timer: NodeJS.Timeout | undefined
  parentPort?.on('message', (input: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      writeCorpus(watched, [...readCorpus(watched), input])
      // The message is written directly: the console of a worker thread writes through the main thread, which hangs.
      writeSync(
        2,
        `${JSON.stringify(input)} breaks the law of ${watched}: handling it takes more than ${ENDLESS / 1000} seconds.\n`,
      )
      process.kill(process.pid, 'SIGKILL')
    }, ENDLESS)
  })
}
