export type { ApiKey } from './api-key.ts'
export { apiKeyDigest, createApiKey } from './api-key.ts'
export type { ApiKeyAuthenticatorOptions, FindApiKey } from './api-key-authenticator.ts'
export { apiKeyAuthenticator } from './api-key-authenticator.ts'
export { identityOf, refuseUnauthenticated } from './asking.ts'
export type { AuthenticationOptions } from './authentication.ts'
export { authentication } from './authentication.ts'
export type { Authenticator } from './authenticator.ts'
export type { BasicAuthenticatorOptions } from './basic.ts'
export { basicAuthenticator } from './basic.ts'
export type { BearerAuthenticatorOptions, BearerChecks, Claims, IdentifyClaims } from './bearer.ts'
export { bearerAuthenticator } from './bearer.ts'
export type { AuthenticationSection } from './config-provider.ts'
export { AUTHENTICATION_SERVICE, configProvider } from './config-provider.ts'
export type { AuthenticationResult, Identity, Role, Roles } from './identity.ts'
export { hasRole, IDENTITY } from './identity.ts'
export type {
  FoundLink,
  LinkRefusal,
  LinkStore,
  LinkVersion,
  MadeLink,
  NewLink,
  OnceLinks,
  OnceLinksOptions,
} from './once-links.ts'
export { linkUrl, onceLinks } from './once-links.ts'
export type { OnceLinksSection } from './once-links-service.ts'
export { ONCE_LINKS_SERVICE } from './once-links-service.ts'
export { returnPath } from './return-path.ts'
export type { SessionAuthenticatorOptions } from './session.ts'
export { logIn, logOut, sessionAuthenticator } from './session.ts'
export type { TokenKeys } from './token-keys.ts'
export type { CheckPassword, ListedUser } from './user-list.ts'
