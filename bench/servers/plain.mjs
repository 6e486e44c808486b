import { startPlain } from '../plain.mjs'

export const start = (port) => startPlain(port)
