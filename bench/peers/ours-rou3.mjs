import { Rou3Router } from '@app/router-rou3'
import { startWith } from '../ours.mjs'

export const start = (port) => startWith(new Rou3Router(), port)
