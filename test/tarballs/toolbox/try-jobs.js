import { handlerFor, job, jobRunner, jobs, memoryJobs } from '@app/jobs'

/** Runs a job that succeeds at its second attempt, and a sealed one; a key adds a job once. */
export async function tryJobs() {
  const lines = []
  const bake = job({ name: 'bake', retries: 1, backoff: 0 })
  const charge = job({ name: 'charge', sealed: true })
  const queue = jobs({ engine: memoryJobs(), secret: 'a secret of at least 32 characters' })
  const runner = jobRunner(queue, {
    handlers: [
      handlerFor(bake, ({ cake }, { attempt }) => {
        if (attempt === 1) throw new Error('burnt')
        lines.push(cake)
      }),
      handlerFor(charge, ({ card }) => lines.push(card)),
    ],
    onError: () => undefined,
  })
  await queue.add(bake, { cake: 'tart' }, { key: 'today' })
  lines.push((await queue.add(bake, { cake: 'tart' }, { key: 'today' })) === undefined)
  await queue.add(charge, { card: '4111' })
  const outcomes = await runner.drain()
  await runner[Symbol.asyncDispose]()
  return [...lines.map(String).sort(), ...outcomes.map(({ name, state }) => `${name} ${state}`).sort()]
}
