import { FindMyWayRouter } from '@app/router-find-my-way'
import { startWith } from '../ours.mjs'

export const start = (port) => startWith(new FindMyWayRouter(), port)
