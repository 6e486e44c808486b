// app/[...path]/route.js
import app from '../app.js'

const handle = (request) => app.fetch(request)

export { handle as GET, handle as POST }
