import { expect, test } from 'vitest'
import { appInCode, project, run, runJson } from '../project.test.helper.ts'

const other = ['routes', '--compare', '@app/router-trouter']

test('app routes --compare shows each route that another router answers differently, with a request that shows the difference', async () => {
  const root = project({
    'app.ts': appInCode(`
const shop = new Application({ router: new FindMyWayRouter() })
shop.get('/{item}', () => text('item'))
shop.get('/cart', () => text('cart'))
app.pipe('/shop', shop)
app.get('/', () => text('home'))`),
  })
  const { code, stdout, stderr } = await run(root, other)
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toBe(`ROUTE      REQUEST         FindMyWayRouter  TrouterRouter
GET /cart  GET /shop/cart  GET /cart        GET /{item}, item=cart
`)
  expect(await runJson(root, other)).toEqual([
    { route: 'GET /cart', request: 'GET /shop/cart', own: 'GET /cart', other: 'GET /{item}, item=cart' },
  ])
})

test('app routes --compare prints a single line if both routers give the same answers', async () => {
  const root = project({ 'app.ts': appInCode("app.get('/users/{id}', () => text(''))") })
  expect(await run(root, other)).toEqual({
    code: 0,
    stdout: 'The same: TrouterRouter answers 1 route as FindMyWayRouter does.\n',
    stderr: '',
  })
})

test('app routes --compare refuses a package that is not a router', async () => {
  const root = project({ 'app.ts': appInCode('') })
  expect(await run(root, ['routes', '--compare', '@app/static'])).toMatchObject({
    code: 2,
    stderr:
      '@app/static is not a router: its manifest does not say "app": { "router": "…" }. Write one such as @app/router-trouter.\n',
  })
})
