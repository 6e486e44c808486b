import { Application, text } from '@app/core'
import { expect, test } from 'vitest'
import { type ExampleNameOptions, exampleName } from './index.ts'

async function answer(options?: ExampleNameOptions): Promise<Response> {
  const app = new Application()
  app.pipe(exampleName(options))
  app.pipe(() => text('Hello!'))
  return app.request('/')
}

test('sets the header of what stands behind it', async () => {
  const response = await answer()
  expect([await response.text(), response.headers.get('x-example-name')]).toEqual(['Hello!', 'on'])
})

test('refuses an option that it does not have', async () => {
  const misspelt = { valeu: 'off' } as ExampleNameOptions
  expect(() => exampleName(misspelt)).toThrow('exampleName(): unknown option "valeu". Did you mean "value"?')
})

test('sets the value that it is told', async () => {
  const response = await answer({ value: 'off' })
  expect(response.headers.get('x-example-name')).toBe('off')
})

test('sets it where nobody answers, too', async () => {
  const response = await new Application().pipe(exampleName()).request('/')
  expect([response.status, response.headers.get('x-example-name')]).toEqual([404, 'on'])
})
