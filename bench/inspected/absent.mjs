export { start } from '../peers/ours-find-my-way.mjs'
