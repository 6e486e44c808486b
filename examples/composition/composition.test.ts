import { expect, test } from 'vitest'
import { freePort, startProgram, untilItAnswers } from '../../test/programs/run-program.ts'
import site from './site.ts'

async function answer(path: string) {
  const response = await site.request(path)
  return [response.status, await response.text(), response.headers.get('x-route')]
}

test('4.4: several applications answer under prefixes of an outer application, each with its own routes', async () => {
  expect(await answer('/blog')).toEqual([200, 'All posts', '/'])
  expect(await answer('/blog/first')).toEqual([200, 'The post first, found at /blog/first', '/{slug}'])
  expect(await answer('/api/posts/7')).toEqual([200, '{"id":7,"self":"/api/posts/7"}', '/posts/{id:\\d+}'])
})

test('4.4: a request that no inner application answers goes on to the outer application, which sees its whole path', async () => {
  expect(await answer('/api/posts/x')).toEqual([404, 'Nothing at /api/posts/x', 'none'])
  expect(await answer('/else')).toEqual([404, 'Nothing at /else', 'none'])
})

test('4.4: a server can be made from a pipeline without an application around it', async () => {
  const port = await freePort()
  const program = startProgram('pipeline.ts', { cwd: import.meta.dirname, env: { PORT: String(port) } })
  try {
    const url = `http://127.0.0.1:${port}/blog/first`
    await untilItAnswers(url)
    expect(await (await fetch(url)).text()).toBe('The post first, found at /blog/first')
  } finally {
    program.stop()
    await program.ended
  }
})
