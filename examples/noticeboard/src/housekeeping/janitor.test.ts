import { expect, test, vi } from 'vitest'
import { Janitor } from './janitor.ts'

test('he begins with the program, goes on, and has finished his round when the program ends', async () => {
  let rounds = 0
  let finish = () => {}
  const tidy = () => {
    rounds++
    return rounds < 3 ? 0 : new Promise<number>((resolve) => (finish = () => resolve(0)))
  }
  const janitor = new Janitor({ rooms: { tidy } }, 0.001)
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

test('a chore that fails is reported, and keeps no other from its turn', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fail = () => {
    throw new Error('no')
  }
  expect(await new Janitor({ broken: { tidy: fail }, rooms: { tidy: () => 2 } }, 1).round()).toEqual({ rooms: 2 })
  expect(said).toHaveBeenCalledWith('The chore broken failed:', expect.any(Error))
})
