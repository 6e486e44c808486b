/**
 * What each package may import, beside its own files and node's. A package that is not listed here has no place; the rows
 * stand in the order of the names, so that two packages that are added at once meet at one line only by chance.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  '@app/authentication': ['@app/core', '@app/session', 'jose'],
  '@app/cli': [
    '@app/core',
    '@app/router',
    '@app/config',
    '@babel/parser',
    '@clack/prompts',
    'commander',
    'nypm',
    'semver',
  ],
  '@app/compression': ['@app/core'],
  '@app/config': ['lilconfig', 'lodash.merge', '@standard-schema/spec'],
  '@app/container-factory': ['typed-inject'],
  '@app/cookies': ['@app/core', 'cookie'],
  '@app/core': ['@app/router'],
  '@app/cors': ['@app/core'],
  '@app/create': ['@clack/prompts', 'commander', 'nypm'],
  '@app/csrf': ['@app/cookies', '@app/core'],
  '@app/endpoint': ['@app/router', '@standard-schema/spec'],
  '@app/event-stream': ['@app/core'],
  '@app/health': ['@app/core'],
  '@app/opentelemetry': ['@app/core', '@opentelemetry/api'],
  '@app/problem-details': ['@app/core'],
  '@app/rate-limit': ['@app/core', 'rate-limiter-flexible'],
  '@app/router': [],
  '@app/router-find-my-way': ['@app/router', 'find-my-way'],
  '@app/router-rou3': ['@app/router', 'rou3'],
  '@app/router-trouter': ['@app/router', 'trouter'],
  '@app/security-headers': ['@app/core'],
  '@app/session': ['@app/cookies', '@app/core'],
  '@app/static': ['@app/core', 'mrmime'],
  '@app/view': ['@app/core'],
}
