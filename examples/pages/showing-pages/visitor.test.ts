import { createVisitor } from '@app/testing'
import { expect, test } from 'vitest'
import { withEngine } from './with-engine.ts'

test('a visitor writes a note, and sees it on the list', async () => {
  const visitor = createVisitor(withEngine)
  await visitor.get('/')
  await visitor.click('New note')
  const refused = await visitor.submit('/new', { title: '', text: 'Two bags.' })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('A note has a title.')])
  // The page that came back has the text still.
  const list = await visitor.submit('/new', { title: 'Buy tea' })
  expect([list.path, list.text]).toEqual(['/', expect.stringMatching(/^Saved\. .*Buy tea Two bags\./)])
  expect((await visitor.get('/')).text).not.toContain('Saved.')
})
