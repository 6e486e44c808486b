import { createClient } from '@app/client'
import { expect, test } from 'vitest'
import { app } from './app.ts'
import { createNote } from './notes.ts'
import './within.ts'

test('a page calls an endpoint of the same application without a socket', async () => {
  await createClient({ createNote }, { fetch: app.fetch }).createNote({
    params: { team: 'red' },
    body: { title: 'Tea', text: '' },
  })
  expect(await (await app.request('/teams/red')).text()).toBe('Tea')
})
