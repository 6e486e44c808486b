import { answerDeep, startPlain } from '../plain.mjs'

/** The plain server with five asynchronous functions around the answer that others give behind five middleware. */
const one = async (res, parts) => answerDeep(res, parts)
const two = async (res, parts) => one(res, parts)
const three = async (res, parts) => two(res, parts)
const four = async (res, parts) => three(res, parts)
const five = async (res, parts) => four(res, parts)

export const start = (port) => startPlain(port, { deep: five })
