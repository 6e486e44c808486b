import { expect, test } from 'vitest'
import { noticeboard, visitorOf } from '../../test/noticeboard.ts'

test('only admins reach the admin area; other users get a 404, and visitors who have not logged in get the log-in page', async () => {
  const { app, person } = await noticeboard()
  const [admin, bob] = [await person('Ada'), await person('Bob')]
  expect((await admin.get('/admin')).body).toContain('bob@site.example')
  for (const path of ['/admin', '/admin/', '/admin/none', '/%61dmin']) {
    expect((await bob.get(path)).status).toBe(404)
    expect((await visitorOf(app).get(path)).headers.get('location')).toMatch(/^\/log-in\?return=%2Fadmin/)
  }
  expect((await bob.post('/admin/accounts/2/role', { role: 'admin' })).status).toBe(404)
  expect((await bob.get('/')).body).not.toContain('/admin')
  expect((await admin.get('/admin/none')).status).toBe(404)
})

test('an admin can give other users the role admin, and the last admin cannot lose it', async () => {
  const { person } = await noticeboard()
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  await ada.post('/admin/accounts/1/role', { role: 'member' })
  expect((await ada.get('/admin')).body).toContain('Somebody has to be an admin.')
  expect((await ada.post('/admin/accounts/2/role', { role: 'admin' })).headers.get('location')).toBe('/admin')
  expect((await bob.get('/admin')).status).toBe(200)
  await bob.post('/admin/accounts/1/role', { role: 'member' })
  expect((await ada.get('/admin')).status).toBe(404)
  expect((await bob.post('/admin/accounts/1/role', { role: 'king' })).status).toBe(400)
})
