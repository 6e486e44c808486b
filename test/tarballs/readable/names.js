import { bodyParser } from '@app/body-parser'
import { Application } from '@app/core'
import { accessLog, requestId } from '@app/core/logging'
import { serveStatic } from '@app/static'

const app = new Application().pipe(requestId()).pipe(accessLog()).pipe(bodyParser())
app.pipe(serveStatic(import.meta.dirname))
console.log(JSON.stringify(app.describe().items.map(({ name }) => name)))
