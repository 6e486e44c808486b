import { Application } from '@app/core'
import container from './config/container.ts'

export default container.get(Application.SERVICE)
