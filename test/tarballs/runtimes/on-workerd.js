import { app } from './application.js'

export default { fetch: app.fetch }
