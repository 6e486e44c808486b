import { createServer } from 'node:http'
import { type Application, toNodeHandler } from '@app/core'
import express from 'express'

/** What is around us in node, by the types that are its own. */
export function around(app: Application): void {
  createServer(toNodeHandler(app))
  createServer().on('request', toNodeHandler(app))
  express().use(toNodeHandler(app))
  express().use('/new', toNodeHandler(app))
}
