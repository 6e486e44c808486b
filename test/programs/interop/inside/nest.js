import { toNodeHandler } from '@app/core'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import app from '../app.js'

class Site {}
Module({})(Site)

export default async function start(port) {
  // Nest's own body parsers are off: they would run behind our application, only for requests that it does not answer.
  const site = await NestFactory.create(Site, { logger: false, bodyParser: false })
  site.use('/new', toNodeHandler(app))
  await site.listen(port, '127.0.0.1')
  return site.getHttpServer()
}
