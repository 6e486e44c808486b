import { ErrorHandler, HttpError, json, refuse } from '@app/core'
import app from './app.js'

const respond = (error, { path }) => json({ failed: path }, { status: HttpError.is(error) ? error.status : 500 })
const guard = (request, handler) => (request.headers.has('authorization') ? handler(request) : refuse(request, 401))
app.pipe(new ErrorHandler({ respond })).pipe('/users', guard)
export default app
