import { CONNECT, connect } from '@app/connect'
import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import express from 'express'
import session from 'express-session'
import helmet from 'helmet'

declare module 'express-session' {
  interface SessionData {
    views: number
  }
}

const old = express()
old.get('/users/:id', (req, res) => {
  res.json({ id: req.params.id })
})

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(connect(helmet(), session({ secret: 'a secret', resave: false, saveUninitialized: false })))
app.pipe('/old', connect(old))
app.get('/', (request) => {
  const { session } = request.attribute(CONNECT).req
  session.views = (session.views ?? 0) + 1
  return text(`Visit ${session.views}`)
})

export default app
