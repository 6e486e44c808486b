import { serveStatic } from '@app/static'
import { app } from './application.js'
import withFindMyWay from './first-find-my-way.js'

/** Further routes, for runtimes with a file system and with node's modules. */
app.pipe('/find-my-way', withFindMyWay)
app.pipe('/files', serveStatic(new URL('./served/', import.meta.url)))
