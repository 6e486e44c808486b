import { deepEqual, equal } from 'node:assert/strict'
import { toNodeHandler } from '@app/core'
import inject from 'light-my-request'
import app from '../app.js'

const answer = await inject(toNodeHandler(app), '/users/7?q=1')
deepEqual(answer.json(), { id: '7', q: '1', basePath: '' })
equal((await inject(toNodeHandler(app), { method: 'POST', url: '/echo', payload: 'grün' })).payload, 'grün')
