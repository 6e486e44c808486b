import { connect } from '@app/connect'
import { Application, text } from '@app/core'
import express from 'express'

const old = express()
old.use(express.json())
old.post('/old/:id', (req, res) => res.json({ id: req.params.id, page: req.query.page, body: req.body }))

const app = new Application()
app.pipe(
  '/bare',
  connect(express.query(), (req, res) => res.json({ host: req.get('host'), page: req.query.page, secure: req.secure })),
)
app.pipe(connect(old))
app.pipe(() => text('ours'))

const headers = { 'content-type': 'application/json' }
const [bare, made, ours] = await Promise.all([
  app.request('/bare?page=2'),
  app.request('/old/7?page=2', { method: 'POST', body: '{"name":"Ada"}', headers }),
  app.request('/other'),
])
console.log(JSON.stringify({ bare: await bare.json(), old: await made.json(), ours: await ours.text() }))
