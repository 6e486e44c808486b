/** The reason why our packages depend on a package of other authors. */
export interface Reason {
  /** The work that the package does for our packages. */
  readonly does: string
  /** Our replacement if the package were no longer maintained. */
  readonly without: string
}

/**
 * The reason for each package of other authors that one of ours needs when it runs. A test fails for a package without
 * an entry, and for an entry without a package.
 */
export const REASONS: Readonly<Record<string, Reason>> = {
  '@apidevtools/json-schema-ref-parser': {
    does: 'reads documents for `app openapi import`; developers who use that command install it',
    without: 'a parser of YAML, and references to other files by hand; one file would change',
  },
  '@babel/parser': {
    does: 'finds the places in a configuration file where `app add` writes, and the types for `app types`',
    without: 'another parser of TypeScript with positions, such as oxc-parser; two files would change',
  },
  '@clack/prompts': { does: 'asks questions in a terminal', without: '`node:readline`, with plain questions' },
  '@opentelemetry/api': {
    does: 'is the interface of OpenTelemetry, which applications bring',
    without: 'nothing: the package is for this interface',
  },
  '@standard-schema/spec': {
    does: 'is the interface of schema libraries, types alone',
    without: 'a copy of its 160 lines of types, which its licence allows',
  },
  '@tanstack/query-core': {
    does: 'keeps the answers of a client in a cache, which applications bring with their framework',
    without: 'nothing: the package is for its options',
  },
  commander: {
    does: 'reads the arguments of commands, and writes their help',
    without: '`parseArgs` of node, with a help of our own',
  },
  express: {
    does: 'gives `req` and `res` the methods of Express, if an application brings Express',
    without: 'the methods are missing',
  },
  hono: { does: 'runs middleware of Hono, which applications bring', without: 'nothing: `@app/mount/hono` is for it' },
  crossws: {
    does: 'reads and writes the frames of WebSockets on node, and gives connections the same interface on other runtimes',
    without: '`ws`, which does the work inside of it; the file that takes connections would change',
  },
  'content-disposition': {
    does: 'writes and reads `Content-Disposition` with file names in any language',
    without: 'RFC 6266 and 8187 by hand, about 150 lines',
  },
  cookie: {
    does: 'reads and writes cookies',
    without: 'RFC 6265bis by hand, about 100 lines: we check most of what is written',
  },
  eta: {
    does: 'is a template engine, in an adapter of 30 lines',
    without: 'Handlebars, by `@app/view-handlebars`; the adapter for eta would be dropped',
  },
  'find-my-way': {
    does: 'is a radix tree for routes',
    without: 'another router by one dependency, which the tests of the kit compare',
  },
  handlebars: {
    does: 'is a template engine, in an adapter of 50 lines',
    without: 'eta, by `@app/view-eta`; the adapter for Handlebars would be dropped',
  },
  jose: {
    does: 'checks JSON Web Tokens, and fetches their keys',
    without: 'nothing of our own: no cryptography is written here',
  },
  'json-schema-to-zod': {
    does: 'writes schemas for `app openapi import`; developers who use that command install it',
    without: 'about 200 lines, one for each keyword; one file would change',
  },
  lilconfig: {
    does: 'finds configuration files upwards, and hands them to loaders of other languages',
    without: 'a loop of four lines, which decision 005 has tried',
  },
  'lodash.merge': {
    does: 'merges configuration',
    without: 'a loop that copies each branch first, which decision 005 has tried; the package is one finished file',
  },
  mrmime: { does: 'knows the media types of file names', without: 'a table of about 80 lines' },
  multipasta: {
    does: 'splits multipart bodies as they arrive',
    without: 'another streaming parser, such as busboy behind node alone',
  },
  nypm: {
    does: 'finds the package manager of a project, and calls it',
    without: 'a table of lockfiles and commands, about 60 lines',
  },
  'rate-limiter-flexible': {
    does: 'counts in memory and in a Redis, each count in one step',
    without: 'a script of our own for Redis, about 80 lines, and a map',
  },
  rou3: { does: 'is a router', without: 'another router by one dependency, which the tests of the kit compare' },
  semver: { does: 'compares versions and ranges for `app check`', without: 'nothing smaller is right' },
  'swagger-ui-dist': {
    does: 'shows the documentation page of an API; an application that wants this page installs it',
    without: 'the document alone, for any other viewer',
  },
  trouter: { does: 'is a router', without: 'another router by one dependency, which the tests of the kit compare' },
  'typed-inject': {
    does: 'makes, keeps and disposes of services, and has the types for them',
    without: 'a dozen lines that make and keep, without types, scopes and disposal: decision 005',
  },
}
