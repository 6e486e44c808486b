// functions/[[path]].js
import app from '../app.js'

export const onRequest = ({ request, env, waitUntil }) => app.fetch(request, env, { waitUntil })
