import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, ErrorHandler, html, Priority } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider } from './index.ts'

async function application(section?: Config['problem_details'] | object): Promise<Application> {
  const own = {
    ...(section && { problem_details: section }),
    middleware_pipeline: {
      errors: { middleware: new ErrorHandler({ listeners: [] }), priority: Priority.EARLY },
      fails: { middleware: () => Promise.reject(new TypeError('the database is gone')), path: '/fails' },
    },
  }
  const config = await resolveConfig(defineConfig([core, configProvider, () => own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

test('the pipeline entry @app/problem-details answers errors and 404s before the error handler of the application does', async () => {
  const app = await application({ listeners: [] })
  await app.check()
  const answers = await Promise.all(['/fails', '/none'].map(async (path) => (await app.request(path)).json()))
  expect(answers).toMatchObject([
    { status: 500, title: 'Internal Server Error' },
    { status: 404, title: 'Not Found' },
  ])
  const entries = app.describe().items.map(({ entry }) => entry?.key)
  expect(entries.indexOf('middleware_pipeline.@app/problem-details')).toBe(1)
})

test('the error handler of the application answers clients that prefer text, such as browsers', async () => {
  const pages = new ErrorHandler({
    listeners: [],
    respond: () => html('<p>There is no such page.</p>', { status: 404 }),
  })
  const own = { middleware_pipeline: { errors: { middleware: pages, priority: Priority.EARLY } } }
  const config = await resolveConfig(defineConfig([core, configProvider, () => own]), { env: {} })
  const app = createContainer(config).get(Application.SERVICE)
  const answer = await app.request('/none', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  expect(await answer.text()).toBe('<p>There is no such page.</p>')
  expect(await (await app.request('/none')).json()).toMatchObject({ status: 404 })
})

test('problemDetails() takes the options of the section problem_details', async () => {
  const heard: unknown[] = []
  const listeners = [(error: unknown) => heard.push(error)]
  const app = await application({ development: true, listeners })
  expect(await (await app.request('/fails')).json()).toMatchObject({ detail: 'the database is gone' })
  expect(heard).toEqual([new TypeError('the database is gone')])
})

test('the error for a wrong option in the section problem_details names the key of the option, and where it was set', async () => {
  await expect((await application({ development: 'yes' })).check()).rejects.toThrow(
    /problem_details\.development \(.*\): "development" must be true or false/,
  )
  await expect((await application({ developement: true })).check()).rejects.toThrow('Did you mean "development"?')
})
