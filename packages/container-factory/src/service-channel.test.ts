import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import { createContainer, type ServiceMessage } from './index.ts'

/** Subscribes to the messages of containers until the test is over. Returns the list to which each message is added. */
function listen(): ServiceMessage[] {
  const heard: ServiceMessage[] = []
  const hear = (message: unknown) => void heard.push(message as ServiceMessage)
  subscribe('@app/container-factory:service', hear)
  onTestFinished(() => void unsubscribe('@app/container-factory:service', hear))
  return heard
}

const config = {
  dependencies: {
    factories: {
      pool: async () => new Set(),
      notes: (container: { get(name: string): unknown }) => ({ pool: container.get('pool') }),
      page: (container: { get(name: string): unknown }) => [container.get('notes'), container.get('pool')],
      broken: () => {
        throw new Error('no')
      },
    },
  },
}

test('each request of one service for another publishes a message with both names, and each construction publishes a message with its duration', async () => {
  const heard = listen()
  await (createContainer(config).get('page') as readonly unknown[])[1]
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard.map(({ event, service, requirer = '' }) => `${event} ${service} ${requirer}`)).toEqual([
    'requested notes page',
    'requested pool notes',
    'made notes page',
    'requested pool page',
    'made page ',
    'made pool notes',
  ])
  for (const { event, duration } of heard) expect(typeof duration).toBe(event === 'made' ? 'number' : 'undefined')
})

test('a service that cannot be made publishes a message about the failure, and get() throws the error as usual', () => {
  const heard = listen()
  expect(() => createContainer(config).get('broken')).toThrow('no')
  expect(heard).toMatchObject([{ event: 'failed', service: 'broken', requirer: undefined }])
})
