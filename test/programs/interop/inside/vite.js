import { toNodeHandler } from '@app/core'
import { createServer } from 'vite'
import app from '../app.js'

/** A plugin for vite.config.ts, so that the pages of Vite and the answers of ours have one origin. */
const ours = {
  name: 'ours',
  configureServer: ({ middlewares }) => void middlewares.use('/new', toNodeHandler(app)),
}

export default async function start(port) {
  const site = await createServer({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    plugins: [ours],
    server: { port, host: '127.0.0.1', hmr: false, watch: null },
  })
  await site.listen()
  return site
}
