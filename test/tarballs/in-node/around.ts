import { createServer } from 'node:http'
import { type Application, toNodeHandler } from '@app/core'
import express from 'express'

/** Programs for node that contain our application, compiled with the types of node. */
export function around(app: Application): void {
  createServer(toNodeHandler(app))
  createServer().on('request', toNodeHandler(app))
  express().use(toNodeHandler(app))
  express().use('/new', toNodeHandler(app))
}
