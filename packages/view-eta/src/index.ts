export { EtaRenderer } from './eta-renderer.ts'
