import { toNodeHandler } from '@app/core'
import express from 'express-4'
import app from '../app.js'

export default function start(port) {
  const site = express()
  site.use('/new', toNodeHandler(app))
  return site.listen(port, '127.0.0.1')
}
