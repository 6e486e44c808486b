// netlify/functions/app.js
import app from '../app.js'

export default (request, context) => app.fetch(request, context)
export const config = { path: '/*' }
