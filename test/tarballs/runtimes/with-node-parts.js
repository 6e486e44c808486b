import { serveStatic } from '@app/static'
import { app } from './application.js'
import withFindMyWay from './first-find-my-way.js'

/** Where there is a file system, and what node has beside it. */
app.pipe('/find-my-way', withFindMyWay)
app.pipe('/files', serveStatic(new URL('./served/', import.meta.url)))
