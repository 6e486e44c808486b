import { Application } from '@app/core'
import { mount } from '@app/mount'
import { createRouter } from '@remix-run/fetch-router'

const router = createRouter()
router.get('/users/:id', ({ params }) => Response.json({ id: params.id }))

export default new Application().pipe('/remix', mount(router, { strip: true }))
