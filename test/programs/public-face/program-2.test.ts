import { expect, test } from 'vitest'
import { create } from './program-2.ts'

test('program 2: an application that has found the installed container and router by itself answers', async () => {
  const [app] = await create(new URL('../../../examples/hybrid/main.ts', import.meta.url).href)
  expect(await (await app?.request('/'))?.text()).toBe('Hello, world!')
})
