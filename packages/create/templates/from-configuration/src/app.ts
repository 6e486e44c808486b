import { Application } from '@app/core'
import container from '../config/container.ts'

/** Made by the core's `ApplicationFactory`, from the pipeline and the routes of the configuration. */
export default container.get(Application.SERVICE)
