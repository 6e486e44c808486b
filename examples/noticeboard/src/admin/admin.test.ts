import { expect, test } from 'vitest'
import { noticeboard } from '../../test/noticeboard.ts'
import { Visitor } from '../../test/visitor.ts'

test('only admins reach the admin area; other users get a 404, and visitors who have not logged in get the log-in page', async () => {
  const { app, person } = await noticeboard()
  const [admin, bob] = [await person('Ada'), await person('Bob')]
  expect((await admin.get('/admin')).text).toContain('bob@site.example')
  for (const path of ['/admin', '/admin/', '/admin/none', '/%61dmin']) {
    expect((await bob.get(path)).status).toBe(404)
    expect((await new Visitor(app).get(path)).location).toMatch(/^\/log-in\?return=%2Fadmin/)
  }
  expect((await bob.post('/admin/accounts/2/role', { role: 'admin' })).status).toBe(404)
  expect((await bob.get('/')).text).not.toContain('/admin')
  expect((await admin.get('/admin/none')).status).toBe(404)
})

test('an admin can give other users the role admin, and the last admin cannot lose it', async () => {
  const { person } = await noticeboard()
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  await ada.post('/admin/accounts/1/role', { role: 'member' })
  expect((await ada.get('/admin')).text).toContain('Somebody has to be an admin.')
  expect((await ada.post('/admin/accounts/2/role', { role: 'admin' })).location).toBe('/admin')
  expect((await bob.get('/admin')).status).toBe(200)
  await bob.post('/admin/accounts/1/role', { role: 'member' })
  expect((await ada.get('/admin')).status).toBe(404)
  expect((await bob.post('/admin/accounts/1/role', { role: 'king' })).status).toBe(400)
})
