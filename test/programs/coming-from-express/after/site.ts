import { Application, redirect, text } from '@app/core'
import { serveStatic } from '@app/static'

const blog = new Application()
blog.get('/', () => text('All posts'))
blog.get('/{slug}', (request) => text(`${request.params.slug}, at ${request.basePath}${request.path}`))

const app = new Application()
app.pipe(serveStatic(new URL('../public/', import.meta.url)))
app.pipe('/blog', blog)
app.pipeRoutingMiddleware()
app.pipeDispatchMiddleware()
app.pipe((request) => text(`Nothing at ${request.path}`, { status: 404 }))

app.get('/old-blog', () => redirect('/blog', 301))

await app.run()
