import { answerDeep, startPlain } from '../plain.mjs'

/**
 * The plain server with five asynchronous functions around the response to case d, since the frameworks answer this
 * case after five pieces of middleware.
 */
const one = async (res, params) => answerDeep(res, params)
const two = async (res, params) => one(res, params)
const three = async (res, params) => two(res, params)
const four = async (res, params) => three(res, params)
const five = async (res, params) => four(res, params)

export const start = (port) => startPlain(port, { deep: five })
