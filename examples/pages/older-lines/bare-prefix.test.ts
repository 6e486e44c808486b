import { expect, test } from 'vitest'
import site from './site.ts'

async function answer(path: string): Promise<string> {
  return (await site.request(path)).text()
}

test('a request for the prefix without a slash after it goes to the next middleware, and every other path under the prefix to the application', async () => {
  expect([await answer('/blog'), await answer('/blog?page=2'), await answer('/%62log')]).toEqual([
    'About the blog.',
    'About the blog.',
    'About the blog.',
  ])
  expect([await answer('/blog/'), await answer('/blog/.'), await answer('/x/../blog/')]).toEqual([
    'The blog.',
    'The blog.',
    'The blog.',
  ])
  expect((await site.request('/blog/none')).status).toBe(404)
})
