export type { Answer, Params, ServerRequest } from '@app/core'
export type { FetchHandler, FetchObject, MountOptions } from './mount.ts'
export { mount } from './mount.ts'
