import { createServer } from 'node:http'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { handle } from '../fetch-handler.mjs'

export const start = (port) =>
  new Promise((resolve) => createServer(createRequestListener(handle)).listen(port, '127.0.0.1', resolve))
