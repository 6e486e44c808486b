import { Application, text, toNodeHandler } from '@app/core'
import express from 'express'

const app = new Application()
app.get('/', (request) => text(`Ours, at ${request.basePath}`))
app.post('/echo', async (request) => text(await request.text()))
app.get('/fail', () => {
  throw new Error('out of paper')
})

const server = express()
server.use('/new', toNodeHandler(app))
server.use(express.json())
server.post('/old/echo', (req, res) => res.json(req.body))
server.use((req, res) => res.status(404).send(`Express has no ${req.path}`))
server.use((error, _req, res, _next) => res.status(500).send(`Express heard: ${error.message}`))

server.listen(Number(process.env.PORT), '127.0.0.1')
