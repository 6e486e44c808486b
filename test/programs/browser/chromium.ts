/** The browser of Debian's package. */
export const CHROMIUM = '/usr/bin/chromium'

/** Starts it without a sandbox, as in a container, and without whatever asks the network by itself. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
