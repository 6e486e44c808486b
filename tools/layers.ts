import type { Manifest } from './imports.ts'

/**
 * The packages that each package may import, besides its own files and the modules of node. A test fails for a package
 * without a row, and for an import that its row does not list. The rows are sorted by name, so that two branches that
 * each add a package seldom conflict.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  '@app/authentication': ['@app/core', '@app/session', 'jose'],
  '@app/authentication-oidc': ['@app/authentication', '@app/core', '@app/session', 'jose', 'openid-client'],
  '@app/authorization': ['@app/authentication', '@app/core'],
  '@app/body-parser': ['@app/core', '@app/http'],
  '@app/checks': [],
  '@app/cli': [
    '@app/checks',
    '@app/core',
    '@app/development',
    '@app/proofs',
    '@app/router',
    '@app/config',
    '@babel/parser',
    '@clack/prompts',
    'commander',
    'nypm',
    'semver',
  ],
  '@app/client': ['@app/endpoint'],
  '@app/client-query': ['@app/client', '@tanstack/query-core'],
  '@app/compression': ['@app/core'],
  '@app/config': ['@app/checks', 'lilconfig', 'lodash.merge', '@standard-schema/spec'],
  '@app/connect': ['@app/core', 'express'],
  '@app/container-factory': ['@app/checks', 'typed-inject'],
  '@app/content-disposition': ['content-disposition'],
  '@app/cookies': ['@app/core', 'cookie'],
  '@app/core': ['@app/checks', '@app/http', '@app/router'],
  '@app/cors': ['@app/core'],
  '@app/create': ['@clack/prompts', 'commander', 'nypm'],
  '@app/csrf': ['@app/body-parser', '@app/cookies', '@app/core'],
  '@app/development': ['@app/core', '@app/http'],
  '@app/double-pass': ['@app/core'],
  '@app/endpoint': [
    '@app/body-parser',
    '@app/core',
    '@app/event-stream',
    '@app/router',
    '@standard-schema/spec',
    'cookie',
  ],
  '@app/event-stream': ['@app/core', '@app/sql'],
  '@app/health': ['@app/core'],
  '@app/i18n': ['@app/body-parser', '@app/core', '@formatjs/intl-localematcher', 'cookie', 'intl-messageformat'],
  '@app/idempotency': ['@app/body-parser', '@app/core', '@app/sql'],
  '@app/inspector': ['@app/config', '@app/core', '@app/development', '@app/event-stream', '@app/proofs', '@app/view'],
  '@app/jobs': ['@app/core', '@app/sql', '@standard-schema/spec', 'croner'],
  '@app/openapi': [
    ...['@app/core', '@app/endpoint', '@app/router', '@standard-schema/spec', 'swagger-ui-dist'],
    ...['@apidevtools/json-schema-ref-parser', 'json-schema-to-zod'],
  ],
  '@app/http': ['@app/checks', '@app/router'],
  '@app/mount': ['@app/body-parser', '@app/core', 'hono'],
  '@app/opentelemetry': ['@app/core', '@opentelemetry/api', '@opentelemetry/exporter-prometheus'],
  '@app/problem-details': ['@app/core', '@app/development'],
  '@app/proofs': ['@app/checks', '@app/config', '@app/container-factory', '@app/core', '@app/router'],
  '@app/rate-limit': ['@app/core', 'rate-limiter-flexible'],
  '@app/router': ['@app/checks'],
  '@app/router-find-my-way': ['@app/router', 'find-my-way'],
  '@app/router-rou3': ['@app/router', 'rou3'],
  '@app/router-trouter': ['@app/router', 'trouter'],
  '@app/security-headers': ['@app/core'],
  '@app/session': ['@app/cookies', '@app/core', '@app/sql'],
  '@app/sql': ['@app/checks'],
  '@app/static': ['@app/core', 'mrmime'],
  '@app/transactions': ['@app/core', '@app/sql'],
  '@app/testing': ['@app/core', 'parse5', 'tough-cookie'],
  '@app/uploads': ['@app/body-parser', '@app/content-disposition', '@app/core', 'content-disposition', 'multipasta'],
  '@app/view': ['@app/body-parser', '@app/core', '@standard-schema/spec'],
  '@app/view-eta': ['@app/core', '@app/view', 'eta'],
  '@app/view-handlebars': ['@app/core', '@app/view', 'handlebars'],
  '@app/webhooks': ['@app/body-parser', '@app/core', '@app/idempotency', 'ipaddr.js'],
  '@app/websocket': ['@app/core', 'crossws'],
}

/**
 * Returns the mistakes in the version ranges that a manifest states for packages of the workspace. Every range has to
 * be `workspace:^`, which pnpm replaces by the version when it packs. The core has to be a peer, since an application
 * must have only one copy of it.
 */
export function refusedRanges({ dependencies, peerDependencies }: Manifest): readonly string[] {
  const ranges = Object.entries({ ...dependencies, ...peerDependencies })
  const others = ranges.filter(([name, range]) => name.startsWith('@app/') && range !== 'workspace:^')
  return [
    ...others.map(([name, range]) => `The range of ${name} is ${range}: write workspace:^`),
    ...('@app/core' in (dependencies ?? {}) ? ['@app/core is a dependency: make it a peer'] : []),
  ]
}
