import { expect, test } from 'vitest'
import { appInCode, project, run, runJson } from '../project.test.helper.ts'

const other = ['routes', '--compare', '@app/router-trouter']

test('routes that another router answers otherwise are shown with a request, those of nested applications with their prefix', async () => {
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

test('one line is printed if there is no difference', async () => {
  const root = project({ 'app.ts': appInCode("app.get('/users/{id}', () => text(''))") })
  expect(await run(root, other)).toEqual({
    code: 0,
    stdout: 'The same: TrouterRouter answers 1 route as FindMyWayRouter does.\n',
    stderr: '',
  })
})

test('a package that is no router is refused', async () => {
  const root = project({ 'app.ts': appInCode('') })
  expect(await run(root, ['routes', '--compare', '@app/static'])).toMatchObject({
    code: 2,
    stderr:
      '@app/static is no router: its manifest does not say "app": { "router": "…" }. Write one such as @app/router-trouter.\n',
  })
})
