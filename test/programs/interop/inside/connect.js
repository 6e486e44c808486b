import { toNodeHandler } from '@app/core'
import connect from 'connect'
import app from '../app.js'

export default function start(port) {
  const site = connect()
  site.use('/new', toNodeHandler(app))
  return site.listen(port, '127.0.0.1')
}
