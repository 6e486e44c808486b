// api/index.js, with { "rewrites": [{ "source": "/(.*)", "destination": "/api" }] } in vercel.json
import app from '../app.js'

export default { fetch: (request) => app.fetch(request) }
