import { canonicalPath, compileRoutes, generateUrl, Route } from '@app/router'
import { LinearRouter } from './linear-router.ts'

const show = new Route('/users/{id:\\d+}', 'whatever answers', ['GET'], 'user.show')
const match = compileRoutes(new LinearRouter(), [show])

export const found = match('GET', '/users/7') // the route show, with { id: '7' }
export const refused = match('POST', '/users/7') // no route, but GET is allowed: 405
export const missing = match('GET', '/users/joe') // no route, nothing is allowed: 404
export const url = generateUrl(show, { id: 7 }, { query: { tab: 'posts' } }) // '/users/7?tab=posts'
export const path = canonicalPath('/%75sers/x/../7') // '/users/7'
