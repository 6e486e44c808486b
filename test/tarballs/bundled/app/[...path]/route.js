import { createApplication } from '../../application.js'

// Next compresses by itself, and takes away what an answer says of its coding.
const application = createApplication()

export const GET = async (request) => (await application).fetch(request)
