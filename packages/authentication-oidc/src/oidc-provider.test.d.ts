// The package has no types of its own; these are the parts that the tests use.
declare module 'oidc-provider' {
  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (incoming: import('node:http').IncomingMessage, outgoing: import('node:http').ServerResponse) => void
  }
}
