import { createApplication } from '../../application.js'

// The application is without `@app/compression` here: Next compresses by itself, and removes the header
// `content-encoding` of a response.
const application = createApplication()

export const GET = async (request) => (await application).fetch(request)
