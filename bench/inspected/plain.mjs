export { start } from '../peers/plain.mjs'
