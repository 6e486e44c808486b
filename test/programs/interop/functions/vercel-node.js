// api/index.js, with { "rewrites": [{ "source": "/(.*)", "destination": "/api" }] } in vercel.json
import { toNodeHandler } from '@app/core'
import app from '../app.js'

export default toNodeHandler(app)
