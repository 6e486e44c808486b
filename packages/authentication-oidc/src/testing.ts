export { type IssuedClaims, startIssuer, type TestIssuer } from './start-issuer.ts'
