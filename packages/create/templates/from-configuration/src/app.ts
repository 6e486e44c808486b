import { Application } from '@app/core'
import container from '../config/container.ts'

/** The core's `ApplicationFactory` makes the application from the pipeline and the routes of the configuration. */
export default container.get(Application.SERVICE)
