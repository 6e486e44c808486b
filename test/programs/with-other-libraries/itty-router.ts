import { Application } from '@app/core'
import { mount } from '@app/mount'
import { AutoRouter, type IRequest } from 'itty-router'

const router = AutoRouter()
router.get('/users/:id', ({ params }: IRequest) => ({ id: params.id }))

export default new Application().pipe('/itty', mount(router, { strip: true }))
