import { Application, createServer, type RouterInterface, text } from '@app/core'
import { type Fault, get, SECRET } from './fault.ts'
import { parseAnswers } from './raw-answer.ts'
import { ask, exchange } from './raw-exchange.ts'

/** A server that has to survive one fault after another. */
export interface Victim {
  /** Causes a fault, and lists all deviations from the expected result. */
  suffer(fault: Fault): Promise<readonly string[]>
  stop(): Promise<unknown>
}

/** Starts a server that has all faults, with a short handler time-out, in this process. */
export async function startVictim(router: RouterInterface, faults: readonly Fault[]): Promise<Victim> {
  const reports: unknown[] = []
  const onError = (error: unknown) => {
    reports.push(error)
    throw new Error(SECRET)
  }
  const app = new Application({ router, onError })
  app.get('/healthy', () => text('healthy'))
  const paths = new Map(faults.map((fault, index) => [fault, `/fault-${index}`]))
  for (const [fault, path] of paths) fault.install(app, path)
  const server = await createServer(app, { handlerTimeout: 0.25 }).listen({ port: 0, host: '127.0.0.1' })
  const port = server.address?.port as number
  return {
    suffer: async (fault) => {
      const path = paths.get(fault) as string
      reports.length = 0
      const problems: string[] = []
      for (const outcome of fault.outcomes ?? [500]) {
        const { bytes } = await exchange(port, (fault.steps ?? get)(path))
        const { all, rest } = parseAnswers(bytes, fault.name.includes('HEAD') ? ['HEAD'] : ['GET'])
        const [first] = all
        const got = first === undefined || !first.isWhole ? 'cut' : first.status
        if (outcome !== 'gone' && got !== outcome) problems.push(`got ${got}, want ${outcome}: ${bytes.slice(0, 200)}`)
        if (/hunter2|x-injected|\n\s+at |node:/.test(bytes)) problems.push(`leaks: ${bytes.slice(0, 400)}`)
        if (rest) problems.push(`no answer: ${rest.slice(0, 40)}`)
      }
      const wanted = fault.reports ?? 1
      await settled(() => reports.length >= wanted)
      const healthy = await ask(port, '/healthy')
      if (!healthy.bytes.endsWith('healthy')) problems.push(`the next request got ${healthy.status}`)
      if (reports.length !== wanted) problems.push(`${reports.length} reports, want ${wanted}`)
      return problems
    },
    stop: () => server.close({ grace: 0.5 }),
  }
}

/** Waits until `isDone` gives true, or for about 0.6 seconds. */
async function settled(isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    await new Promise((resolve) => setTimeout(resolve, tries < 10 ? 2 : 20))
    if (isDone()) break
  }
}
