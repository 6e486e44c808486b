import { startPlain } from '../plain.mjs'

/** The plain server with the option of node 24.12 and later that makes requests without a body cheaper. */
export const start = (port) => startPlain(port, { optimizeEmptyRequests: true })
