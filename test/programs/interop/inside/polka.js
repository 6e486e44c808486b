import { toNodeHandler } from '@app/core'
import polka from 'polka'
import app from '../app.js'

export default function start(port) {
  const site = polka()
  site.use('/new', toNodeHandler(app))
  return site.listen(port, '127.0.0.1').server
}
