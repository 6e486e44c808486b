import { bodyParser } from '@app/body-parser'
import { Application, text, toNodeHandler } from '@app/core'
import express from 'express'

const app = new Application()
app.pipe(bodyParser())
app.get('/new', () => text('Moved'))

/** Stands for a package that writes headers to the response of Node. */
function helmet(_req, res, next) {
  res.set('x-frame-options', 'DENY')
  next()
}

const server = express()
server.use(helmet)
server.use(toNodeHandler(app))
server.use(express.json())
server.get('/old', (_req, res) => {
  res.send('Still in Express')
})
server.post('/old', (req, res) => {
  res.json(req.body)
})

server.listen(process.env.PORT)
