import { consoleLogger } from '@app/core/logging'
import { expect, test, vi } from 'vitest'
import { Janitor } from './janitor.ts'

test('the janitor begins a round when the program starts, repeats it, and finishes the last round before the program ends', async () => {
  let rounds = 0
  let finish = () => {}
  const tidy = () => {
    rounds++
    return rounds < 3 ? 0 : new Promise<number>((resolve) => (finish = () => resolve(0)))
  }
  const janitor = new Janitor({ rooms: { tidy } }, 0.001, consoleLogger())
  janitor.start()
  await expect.poll(() => rounds).toBe(3)
  let isOver = false
  const end = janitor[Symbol.asyncDispose]().then(() => {
    isOver = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  finish()
  await end
  expect(rounds).toBe(3)
})

test('a chore that fails is reported, and the others still run', async () => {
  const error = vi.fn()
  const err = new Error('no')
  const fail = () => {
    throw err
  }
  const janitor = new Janitor({ broken: { tidy: fail }, rooms: { tidy: () => 2 } }, 1, { ...consoleLogger(), error })
  expect(await janitor.round()).toEqual({ rooms: 2 })
  expect(error).toHaveBeenCalledWith({ chore: 'broken', err }, 'a chore failed')
})
